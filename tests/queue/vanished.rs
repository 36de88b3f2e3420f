//! The end of a process, which others see at once by its locks.

use reportctl::delivery::queue::{LogFilter, Outcome, Status};
use uuid::Uuid;

use super::fixture::{add, claim, get, log};

suite_of_sessions! {
    fn the_rows_of_a_worker_that_vanished_are_free_at_once(database) {
        let queue = database.open();
        add(&*queue, 3);
        let process = database.open();
        let claims = claim(&*process, "gone", 3);
        assert_eq!(process.intend("gone", &[claims[1].held()], false), Ok(vec![true]));
        assert_eq!(process.intend("gone", &[claims[2].held()], true), Ok(vec![true]));
        assert_eq!(queue.recover(), Ok(vec![]), "it is alive");
        drop(process);
        let unknown = Uuid::from_u128(2);
        assert_eq!(queue.recover(), Ok(vec![unknown]));
        assert_eq!(queue.recover(), Ok(vec![]), "reported once");
        let row = get(&*queue, 2);
        assert_eq!(row.status, Status::Error);
        assert_eq!(row.error_code.as_deref(), Some("deliveryUnknown"));
        assert!(row.processed_at.is_some() && row.worker.is_none());
        let entries = log(&*queue, &LogFilter::default());
        assert_eq!(entries.len(), 1);
        assert_eq!((entries[0].outcome, entries[0].request), (Outcome::Unknown, Some(unknown)));
        assert_eq!(entries[0].recipient.as_deref(), Some("customer2@example.com"));
        let again = claim(&*queue, "w", 3);
        let again: Vec<_> =
            again.iter().map(|claim| (claim.request.id.as_u128(), claim.attempt)).collect();
        assert_eq!(again, [(1, 2), (3, 2)], "what cannot do harm is taken up again");
    }

    fn claiming_finds_vanished_workers_and_recover_still_reports(database) {
        let queue = database.open();
        add(&*queue, 2);
        let process = database.open();
        let claims = claim(&*process, "gone", 2);
        process.intend("gone", &[claims[0].held()], false).unwrap();
        drop(process);
        assert_eq!(claim(&*queue, "w", 2)[0].request.id, Uuid::from_u128(2));
        assert_eq!(queue.recover(), Ok(vec![Uuid::from_u128(1)]));
    }
}
