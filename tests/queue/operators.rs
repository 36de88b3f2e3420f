//! Commands of people on rows: retry, cancel, purge, and erasing by age.

use std::time::Duration;

use reportctl::delivery::mail::MailOptions;
use reportctl::delivery::queue::{BatchRecord, Ended, Filter, NewRequest, Queue, Status};
use uuid::Uuid;

use super::fixture::{add, claim, entry, error, get, log, request, settle};

/// Rows 1 done, 2 failed, 3 of unknown delivery, 4 held, 5 waiting.
fn mixed(queue: &dyn Queue) {
    add(queue, 5);
    let claims = claim(queue, "w", 4);
    assert!(settle(queue, "w", claims[0].held(), Ended::Done));
    assert!(settle(queue, "w", claims[1].held(), error("mailRefused")));
    assert!(settle(queue, "w", claims[2].held(), error("deliveryUnknown")));
}

fn everything() -> Filter {
    Filter::default()
}

suite! {
    fn retry_makes_failed_rows_pending_with_the_template_of_then(database) {
        let queue = database.open();
        mixed(&*queue);
        let unknown = Filter { error_code: Some("deliveryUnknown".to_owned()), ..everything() };
        assert_eq!(queue.retry(&unknown), Ok(1));
        assert_eq!(queue.retry(&everything()), Ok(1));
        assert_eq!(queue.retry(&everything()), Ok(0));
        let row = get(&*queue, 2);
        assert_eq!((row.status, row.attempts, row.processed_at), (Status::Pending, 0, None));
        assert_eq!((row.error_code, row.error_message), (None, None));
        assert_eq!(row.request.template_hash, None);
        assert_eq!(get(&*queue, 1).status, Status::Done);
        let again = claim(&*queue, "w", 10);
        let again: Vec<_> =
            again.iter().map(|claim| (claim.request.id.as_u128(), claim.attempt)).collect();
        assert_eq!(again, [(2, 1), (3, 1), (5, 1)]);
    }

    fn run_now_ends_the_pauses_of_rows_that_no_worker_holds(database) {
        let queue = database.open();
        add(&*queue, 2);
        let claims = claim(&*queue, "w", 2);
        assert!(settle(&*queue, "w", claims[0].held(), Ended::Released { pause: 60_000 }));
        assert_eq!(claim(&*queue, "w", 2).len(), 0);
        assert_eq!(queue.run_now(&Filter { ids: vec![Uuid::from_u128(2)], ..everything() }), Ok(0));
        assert_eq!(queue.run_now(&everything()), Ok(1));
        assert_eq!(queue.run_now(&everything()), Ok(0), "there is no pause left");
        assert_eq!(claim(&*queue, "w", 2)[0].request.id, Uuid::from_u128(1));
    }

    fn cancel_ends_rows_that_no_worker_holds(database) {
        let queue = database.open();
        mixed(&*queue);
        assert_eq!(queue.cancel(&everything()), Ok(1));
        let row = get(&*queue, 5);
        assert_eq!(row.status, Status::Error);
        assert_eq!(row.error_code.as_deref(), Some("canceled"));
        assert!(row.processed_at.is_some());
        assert_eq!(get(&*queue, 4).status, Status::Pending);
    }

    fn purge_deletes_ended_rows_but_not_what_the_log_says(database) {
        let queue = database.open();
        mixed(&*queue);
        queue.log(&[entry(1, 5)]).unwrap();
        let done = Filter { status: Some(Status::Done), ..everything() };
        assert_eq!(queue.purge(&done), Ok(1));
        assert_eq!(queue.get("", Uuid::from_u128(1)), Ok(None));
        assert_eq!(queue.purge(&everything()), Ok(2));
        assert_eq!(queue.list(&everything()).unwrap().len(), 2);
        assert_eq!(log(&*queue, &Default::default()), [entry(1, 5)]);
        assert_eq!(queue.enqueue(&[request(1)]), Ok(1), "its id is free again");
    }

    fn a_retried_row_stays_bound_to_its_plan_and_not_to_a_file_beside_its_message(database) {
        let queue = database.open();
        for (number, key, origin) in [(1, "planned", "plan 0a1b"), (2, "written", "0a1b")] {
            let (key, origin) = (key.to_owned(), Some(origin.to_owned()));
            queue.begin_batch(&BatchRecord { key: key.clone(), origin, ..Default::default() }).unwrap();
            let expected_sha256 = Some("digest".to_owned());
            queue
                .enqueue(&[NewRequest { batch: Some(key), expected_sha256, ..request(number) }])
                .unwrap();
        }
        for row in claim(&*queue, "w", 2) {
            assert!(settle(&*queue, "w", row.held(), error("templateChanged")));
        }
        assert_eq!(queue.retry(&everything()), Ok(2));
        assert_eq!(get(&*queue, 1).request.expected_sha256.as_deref(), Some("digest"));
        assert_eq!(get(&*queue, 2).request.expected_sha256, None);
    }

    fn old_data_is_erased_and_the_fact_of_the_delivery_kept(database) {
        let queue = database.open();
        let mut first = request(1);
        first.mail = Some(MailOptions { body: Some("Dear Ana".to_owned()), ..MailOptions::default() });
        queue.enqueue(&[first, request(2), request(3)]).unwrap();
        let claims = claim(&*queue, "w", 2);
        assert!(settle(&*queue, "w", claims[0].held(), Ended::Done));
        assert!(settle(&*queue, "w", claims[1].held(), error("mailRefused")));
        assert_eq!(queue.erase(Duration::from_secs(3600)), Ok(0), "too young");
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(queue.erase(Duration::ZERO), Ok(2));
        assert_eq!(queue.erase(Duration::ZERO), Ok(0));
        let row = get(&*queue, 1);
        assert!(row.erased && row.request.data.is_empty() && row.request.mail.is_none());
        assert_eq!((row.status, row.request.email.as_str()), (Status::Done, "customer1@example.com"));
        let row = get(&*queue, 2);
        let failure = (row.error_code.as_deref(), row.error_message);
        assert_eq!(failure, (Some("mailRefused"), None), "a message may quote the data");
        assert!(!get(&*queue, 3).erased);
        assert_eq!(queue.retry(&everything()), Ok(0), "there is nothing to render");
        let listed = queue.list(&everything()).unwrap();
        assert_eq!(listed.iter().map(|row| row.erased).collect::<Vec<_>>(), [false, true, true]);
    }

    fn thousands_are_purged_in_chunks(database) {
        const ROWS: u128 = 1700;
        let queue = database.open();
        add(&*queue, ROWS);
        assert_eq!(queue.cancel(&Filter { limit: Some(1600), ..everything() }), Ok(1600));
        assert_eq!(queue.purge(&Filter { limit: Some(550), ..everything() }), Ok(550), "the newest");
        assert_eq!(queue.get("", Uuid::from_u128(1151)), Ok(None));
        assert_eq!(get(&*queue, 1150).status, Status::Error);
        assert_eq!(queue.purge(&everything()), Ok(1050));
        let left = queue.list(&everything()).unwrap();
        assert_eq!(left.len(), 100, "those that wait");
        assert!(left.iter().all(|row| row.status == Status::Pending));
    }

    fn thousands_are_erased_in_chunks(database) {
        const ROWS: usize = 1100;
        let queue = database.open();
        add(&*queue, ROWS as u128 + 1);
        assert_eq!(queue.cancel(&Filter { limit: Some(ROWS), ..everything() }), Ok(ROWS));
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(queue.erase(Duration::ZERO), Ok(ROWS));
        let rows = queue.list(&everything()).unwrap();
        assert_eq!(rows.iter().filter(|row| row.erased).count(), ROWS);
        assert_eq!(get(&*queue, 1).request.data, request(1).data, "it waits");
    }

    fn a_limit_takes_the_newest(database) {
        let queue = database.open();
        add(&*queue, 3);
        assert_eq!(queue.cancel(&Filter { limit: Some(2), ..everything() }), Ok(2));
        assert_eq!(get(&*queue, 1).status, Status::Pending);
    }
}
