//! Lists, filters, numbers, and the log.

use std::time::Duration;

use reportctl::delivery::queue::{
    Depth, Ended, Filter, LogEntry, LogFilter, Outcome, Queue, Status, Summary,
};
use uuid::Uuid;

use super::fixture::{add, claim, entry, error, later, log, request, settle};

/// The numbers of the rows that a filter chooses.
fn numbers(queue: &dyn Queue, filter: &Filter) -> Vec<u128> {
    queue.list(filter).unwrap().iter().map(|row| row.request.id.as_u128()).collect()
}

suite! {
    fn lists_are_newest_first_and_filters_join_with_and(database) {
        let queue = database.open();
        let mut all: Vec<_> = (1..=6).map(request).collect();
        all[0].tenant = "acme".to_owned();
        all[1].template = "receipt".to_owned();
        all[2].batch = Some("march".to_owned());
        all[3].email = "x@example.com".to_owned();
        queue.enqueue(&all).unwrap();
        let claims = claim(&*queue, "w", 6);
        assert!(settle(&*queue, "w", claims[4].held(), Ended::Done));
        assert!(settle(&*queue, "w", claims[5].held(), error("mailRefused")));
        let any = Filter::default;
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(numbers(&*queue, &any()), [6, 5, 4, 3, 2, 1]);
        assert_eq!(numbers(&*queue, &Filter { tenant: text("acme"), ..any() }), [1]);
        assert_eq!(numbers(&*queue, &Filter { tenant: text(""), ..any() }), [6, 5, 4, 3, 2]);
        assert_eq!(numbers(&*queue, &Filter { template: text("receipt"), ..any() }), [2]);
        assert_eq!(numbers(&*queue, &Filter { batch: text("march"), ..any() }), [3]);
        assert_eq!(numbers(&*queue, &Filter { email: text("x@example.com"), ..any() }), [4]);
        assert_eq!(numbers(&*queue, &Filter { status: Some(Status::Done), ..any() }), [5]);
        assert_eq!(numbers(&*queue, &Filter { error_code: text("mailRefused"), ..any() }), [6]);
        let ids = vec![Uuid::from_u128(3), Uuid::from_u128(2), Uuid::from_u128(99)];
        assert_eq!(numbers(&*queue, &Filter { ids: ids.clone(), ..any() }), [3, 2]);
        let both = Filter { ids, batch: text("march"), ..any() };
        assert_eq!(numbers(&*queue, &both), [3]);
        let created = queue.list(&any()).unwrap()[0].created_at;
        assert_eq!(numbers(&*queue, &Filter { created_before: Some(created), ..any() }), [0; 0]);
        let since = Filter { created_since: Some(created), ..any() };
        assert_eq!(numbers(&*queue, &since).len(), 6);
    }

    fn pages_follow_each_other_while_rows_are_added(database) {
        let queue = database.open();
        add(&*queue, 5);
        let page = |after: Option<u128>| {
            let after = after.map(Uuid::from_u128);
            numbers(&*queue, &Filter { after, limit: Some(2), ..Filter::default() })
        };
        assert_eq!(page(None), [5, 4]);
        queue.enqueue(&[request(6)]).unwrap();
        assert_eq!(page(Some(4)), [3, 2]);
        assert_eq!(page(Some(2)), [1]);
        assert_eq!(page(Some(1)), [0; 0]);
    }

    fn thousands_of_ids_are_one_filter(database) {
        let queue = database.open();
        add(&*queue, 3000);
        let ids = (1..=2900).map(Uuid::from_u128).collect();
        assert_eq!(queue.cancel(&Filter { ids, ..Filter::default() }), Ok(2900));
    }

    fn a_request_is_seen_by_its_tenant_only(database) {
        let queue = database.open();
        let mut theirs = request(1);
        theirs.tenant = "acme".to_owned();
        queue.enqueue(&[theirs]).unwrap();
        assert_eq!(queue.get("", Uuid::from_u128(1)), Ok(None));
        assert_eq!(queue.get("other", Uuid::from_u128(1)), Ok(None));
        assert!(queue.get("acme", Uuid::from_u128(1)).unwrap().is_some());
    }

    fn lists_leave_the_data_out(database) {
        let queue = database.open();
        add(&*queue, 1);
        let row = &queue.list(&Filter::default()).unwrap()[0];
        assert!(row.request.data.is_empty() && !row.erased);
    }

    fn the_summary_counts_by_state(database) {
        let queue = database.open();
        assert_eq!(queue.summary(&Filter::default()), Ok(Summary::default()));
        let mut all: Vec<_> = (1..=6).map(request).collect();
        all[5].batch = Some("march".to_owned());
        queue.enqueue(&all).unwrap();
        let claims = claim(&*queue, "w", 4);
        assert!(settle(&*queue, "w", claims[0].held(), Ended::Done));
        assert!(settle(&*queue, "w", claims[1].held(), error("mailRefused")));
        assert!(settle(&*queue, "w", claims[2].held(), error("deliveryUnknown")));
        let summary = queue.summary(&Filter::default()).unwrap();
        assert!(summary.oldest_pending.is_some_and(|age| (0..60_000).contains(&age)));
        let expected =
            Summary { pending: 3, leased: 1, done: 1, error: 2, unknown: 1, oldest_pending: None };
        assert_eq!(Summary { oldest_pending: None, ..summary }, expected);
        let march = Filter { batch: Some("march".to_owned()), ..Filter::default() };
        assert_eq!(queue.summary(&march).unwrap().pending, 1);
    }

    fn the_depth_is_what_the_summary_says_of_rows_that_wait(database) {
        let queue = database.open();
        assert_eq!(queue.depth(None), Ok(Depth::default()));
        let mut all: Vec<_> = (1..=8).map(request).collect();
        for row in &mut all[4..] {
            row.batch = Some("march".to_owned());
        }
        queue.enqueue(&all).unwrap();
        let claims = claim(&*queue, "w", 6);
        assert!(settle(&*queue, "w", claims[0].held(), Ended::Done));
        assert!(settle(&*queue, "w", claims[1].held(), error("mailRefused")));
        assert!(settle(&*queue, "w", claims[2].held(), later(60_000)));
        assert!(settle(&*queue, "w", claims[4].held(), later(60_000)));
        let check = |filter: Filter, batch, pending, leased| {
            let (summary, depth) = (queue.summary(&filter).unwrap(), queue.depth(batch).unwrap());
            assert_eq!((depth.pending, depth.leased), (pending, leased));
            assert_eq!((summary.pending, summary.leased), (pending, leased));
            assert!(depth.oldest_pending.is_some_and(|age| (0..60_000).contains(&age)));
        };
        check(Filter::default(), None, 6, 2);
        let march = Filter { batch: Some("march".to_owned()), ..Filter::default() };
        check(march, Some(("", "march")), 4, 1);
        assert_eq!(queue.depth(Some(("", "april"))), Ok(Depth::default()));
        assert_eq!(queue.depth(Some(("acme", "march"))), Ok(Depth::default()));
    }

    fn pending_rows_are_counted_up_to_a_limit(database) {
        let queue = database.open();
        assert_eq!(queue.pending_up_to(5), Ok(0));
        add(&*queue, 9);
        let claims = claim(&*queue, "w", 4);
        assert!(settle(&*queue, "w", claims[0].held(), Ended::Done));
        assert!(settle(&*queue, "w", claims[1].held(), later(60_000)));
        // 2 are held, 1 pauses, and 5 wait.
        for (most, pending) in [(100, 8), (8, 8), (7, 7), (1, 1)] {
            assert_eq!(queue.pending_up_to(most), Ok(pending));
        }
    }

    fn the_oldest_may_wait_pause_or_be_held(database) {
        let queue = database.open();
        let age = || queue.depth(None).unwrap().oldest_pending;
        add(&*queue, 1);
        std::thread::sleep(Duration::from_millis(30));
        queue.enqueue(&[request(2)]).unwrap();
        assert!(age() >= Some(30), "it waits");
        let claims = claim(&*queue, "w", 1);
        assert!(age() >= Some(30), "it is held");
        assert!(settle(&*queue, "w", claims[0].held(), later(60_000)));
        assert!(age() >= Some(30), "it pauses");
    }

    fn a_log_of_thousands_is_read_while_it_grows(database) {
        let queue = database.open();
        let entries: Vec<_> =
            (0..2500).map(|number| entry(number, i64::try_from(number / 100).unwrap())).collect();
        queue.log(&entries).unwrap();
        assert_eq!(log(&*queue, &LogFilter::default()), entries);
        let newest = LogFilter { limit: Some(1050), ..LogFilter::default() };
        assert_eq!(log(&*queue, &newest), entries[1450..]);
        for limit in [0, 1, 2500, 2501] {
            let filter = LogFilter { limit: Some(limit), ..LogFilter::default() };
            assert_eq!(log(&*queue, &filter).len(), limit.min(2500));
        }
        let mut seen = 0;
        queue
            .read_log(&LogFilter::default(), &mut |_| {
                if seen == 0 {
                    queue.log(&[entry(1, 99)]).unwrap();
                }
                seen += 1;
                true
            })
            .unwrap();
        assert_eq!(seen, 2501);
    }

    fn the_log_is_read_oldest_first_and_can_be_filtered(database) {
        let queue = database.open();
        let served = LogEntry {
            tenant: "acme".to_owned(),
            request: None,
            attempt: None,
            recipient: None,
            message_id: None,
            outcome: Outcome::Served,
            template: "receipt".to_owned(),
            ..entry(3, 15)
        };
        let failed = LogEntry {
            outcome: Outcome::Failed,
            code: Some("mailRefused".to_owned()),
            pages: None,
            bytes: None,
            sha256: None,
            template_hash: None,
            ..entry(2, 20)
        };
        queue.log(&[failed.clone(), entry(1, 10), served.clone()]).unwrap();
        let any = LogFilter::default;
        assert_eq!(log(&*queue, &any()), [entry(1, 10), served.clone(), failed.clone()]);
        let check = |filter: LogFilter, expected: &[LogEntry]| {
            assert_eq!(log(&*queue, &filter), expected, "{filter:?}");
        };
        let newest = [served.clone(), failed.clone()];
        check(LogFilter { limit: Some(2), ..any() }, &newest);
        check(LogFilter { since: Some(15), ..any() }, &newest);
        check(LogFilter { until: Some(15), ..any() }, &[entry(1, 10)]);
        check(LogFilter { tenant: Some("acme".to_owned()), ..any() }, std::slice::from_ref(&served));
        check(LogFilter { template: Some("receipt".to_owned()), ..any() }, &[served]);
        let recipient = Some("customer2@example.com".to_owned());
        check(LogFilter { recipient, ..any() }, std::slice::from_ref(&failed));
        check(LogFilter { request: Some(Uuid::from_u128(2)), ..any() }, &[failed]);
        let mut count = 0;
        queue
            .read_log(&any(), &mut |_| {
                count += 1;
                count < 2
            })
            .unwrap();
        assert_eq!(count, 2, "the reader says when it is enough");
    }
}
