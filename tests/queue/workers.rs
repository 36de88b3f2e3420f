//! Workers that share rows, are slow, or vanish.

use std::collections::HashSet;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use reportctl::delivery::queue::{Claim, Ended, Held, LogFilter, NewRequest, Settlement, Status};
use uuid::Uuid;

use super::fixture::{
    LEASE, MAX_CRASHES, add, claim, entry, error, get, later, log, request, settle,
};

suite! {
    fn no_row_goes_to_two_workers(database) {
        const ROWS: u128 = 400;
        add(&*database.open(), ROWS);
        let handles: Vec<_> = (0..4).map(|_| database.open()).collect();
        let seen = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for (number, queue) in handles.iter().enumerate() {
                for part in 0..2 {
                    let (queue, seen) = (queue.clone(), &seen);
                    scope.spawn(move || {
                        let worker = format!("w{number}-{part}");
                        loop {
                            let claims = claim(&*queue, &worker, 7);
                            if claims.is_empty() {
                                break;
                            }
                            let rows: Vec<Held> = claims.iter().map(Claim::held).collect();
                            let still = queue.intend(&worker, &rows, false).unwrap();
                            assert!(still.iter().all(|still| *still));
                            let done = rows.iter().map(|row| Settlement {
                                row: *row,
                                ended: Ended::Done,
                                log: Some(entry(row.id.as_u128(), 1)),
                            });
                            let done: Vec<_> = done.collect();
                            assert!(queue.settle(&worker, &done).unwrap().iter().all(|ok| *ok));
                            seen.lock().unwrap().extend(rows.iter().map(|row| row.id));
                        }
                    });
                }
            }
        });
        let seen = seen.into_inner().unwrap();
        assert_eq!(seen.len(), ROWS as usize);
        assert_eq!(seen.iter().collect::<HashSet<_>>().len(), ROWS as usize);
        let queue = database.open();
        assert_eq!(queue.summary(&Default::default()).unwrap().done, ROWS as u64);
        assert_eq!(log(&*queue, &LogFilter::default()).len(), ROWS as usize);
    }

    fn a_slow_worker_cannot_finish_what_another_took_over(database) {
        let queue = database.open();
        add(&*queue, 1);
        let slow = queue.claim("slow", None, 1, Duration::ZERO, MAX_CRASHES).unwrap();
        assert_eq!(queue.recover(), Ok(vec![]));
        let quick = claim(&*queue, "quick", 1);
        assert_eq!(quick[0].attempt, 2);
        assert_eq!(queue.intend("slow", &[slow[0].held()], false), Ok(vec![false]));
        let settlement =
            Settlement { row: slow[0].held(), ended: Ended::Done, log: Some(entry(1, 1)) };
        assert_eq!(queue.settle("slow", &[settlement]), Ok(vec![false]));
        assert_eq!(get(&*queue, 1).status, Status::Pending);
        assert_eq!(log(&*queue, &LogFilter::default()).len(), 1, "what it did is kept");
        assert!(settle(&*queue, "quick", quick[0].held(), Ended::Done));
        assert!(!settle(&*queue, "quick", quick[0].held(), error("twice")));
        assert_eq!(get(&*queue, 1).status, Status::Done);
    }

    fn an_older_attempt_of_the_same_worker_counts_for_nothing(database) {
        let queue = database.open();
        add(&*queue, 1);
        let first = claim(&*queue, "w", 1);
        assert!(settle(&*queue, "w", first[0].held(), later(0)));
        let second = claim(&*queue, "w", 1);
        assert!(!settle(&*queue, "w", first[0].held(), Ended::Done));
        assert_eq!(queue.intend("w", &[first[0].held()], false), Ok(vec![false]));
        assert!(settle(&*queue, "w", second[0].held(), Ended::Done));
    }

    fn what_was_released_and_claimed_again_is_not_what_was_held_before(database) {
        let queue = database.open();
        add(&*queue, 1);
        let first = claim(&*queue, "w", 1);
        assert!(settle(&*queue, "w", first[0].held(), Ended::Released { pause: 0 }));
        let second = claim(&*queue, "w", 1);
        assert_eq!((first[0].attempt, second[0].attempt), (1, 1), "people see one attempt");
        assert!(!settle(&*queue, "w", first[0].held(), Ended::Done));
        assert_eq!(queue.intend("w", &[first[0].held()], false), Ok(vec![false]));
        assert!(settle(&*queue, "w", second[0].held(), error("mailRefused")));
        assert_eq!(queue.retry(&Default::default()), Ok(1));
        let third = claim(&*queue, "w", 1);
        assert_eq!(third[0].attempt, 1);
        for old in [&first[0], &second[0]] {
            assert!(!settle(&*queue, "w", old.held(), Ended::Done));
        }
        assert!(settle(&*queue, "w", third[0].held(), Ended::Done));
    }

    fn rows_of_tenants_that_crowd_the_others_out_are_passed_over(database) {
        let queue = database.open();
        let of = |number: u128, tenant: &str| NewRequest {
            tenant: tenant.to_owned(),
            ..request(number)
        };
        let all = [of(1, "a"), of(2, "b"), of(3, "c"), of(4, "a"), of(5, ""), of(6, "c")];
        assert_eq!(queue.enqueue(&all), Ok(6));
        let crowding = ["a".to_owned(), "b".to_owned()];
        let numbers = |limit| -> Vec<_> {
            let claims = queue.claim_of_others("w", &crowding, limit, LEASE).unwrap();
            claims.iter().map(|claim| (claim.request.id.as_u128(), claim.attempt)).collect()
        };
        assert_eq!(numbers(2), [(3, 1), (5, 1)]);
        assert_eq!(numbers(9), [(6, 1)]);
        assert_eq!(numbers(9), []);
        let rest: Vec<_> =
            claim(&*queue, "w", 9).iter().map(|claim| claim.request.id.as_u128()).collect();
        assert_eq!(rest, [1, 2, 4]);
    }

    fn a_heartbeat_keeps_the_rows_of_a_worker(database) {
        let queue = database.open();
        add(&*queue, 2);
        queue.claim("w", None, 1, Duration::ZERO, MAX_CRASHES).unwrap();
        queue.heartbeat("w", LEASE).unwrap();
        queue.recover().unwrap();
        assert_eq!(get(&*queue, 1).worker.as_deref(), Some("w"));
        queue.heartbeat("w", Duration::ZERO).unwrap();
        queue.recover().unwrap();
        assert_eq!(get(&*queue, 1).worker, None);
    }

    fn a_row_whose_lease_is_over_is_unknown_when_it_was_about_to_be_sent(database) {
        let queue = database.open();
        add(&*queue, 1);
        let claims = queue.claim("w", None, 1, Duration::ZERO, MAX_CRASHES).unwrap();
        queue.intend("w", &[claims[0].held()], false).unwrap();
        assert_eq!(queue.recover(), Ok(vec![Uuid::from_u128(1)]));
        assert_eq!(get(&*queue, 1).error_code.as_deref(), Some("deliveryUnknown"));
    }

    fn a_slow_worker_may_still_report_what_it_alone_knows(database) {
        let queue = database.open();
        add(&*queue, 3);
        let claims = queue.claim("slow", None, 3, Duration::ZERO, MAX_CRASHES).unwrap();
        let rows: Vec<Held> = claims.iter().map(Claim::held).collect();
        queue.intend("slow", &rows, false).unwrap();
        assert_eq!(queue.recover().unwrap().len(), 3);
        assert!(!settle(&*queue, "slow", rows[0], later(0)), "it is not sent again");
        assert!(settle(&*queue, "slow", rows[0], Ended::Done));
        assert!(settle(&*queue, "slow", rows[1], error("mailRefused")));
        assert_eq!((get(&*queue, 1).status, get(&*queue, 1).error_code), (Status::Done, None));
        assert_eq!(get(&*queue, 2).error_code.as_deref(), Some("mailRefused"));
        assert!(!settle(&*queue, "slow", rows[0], error("mailRefused")), "once");
        // A person has the third sent again: from then on it is another worker's.
        queue.retry(&Default::default()).unwrap();
        assert!(!settle(&*queue, "slow", rows[2], Ended::Done));
        let quick = claim(&*queue, "quick", 3);
        queue.intend("quick", &quick.iter().map(Claim::held).collect::<Vec<_>>(), false).unwrap();
        assert!(!settle(&*queue, "slow", rows[2], Ended::Done));
        assert_eq!(get(&*queue, 3).status, Status::Pending);
    }

    fn many_threads_record_their_intents_at_once(database) {
        let queue = database.open();
        add(&*queue, 64);
        let claims = claim(&*queue, "w", 64);
        thread::scope(|scope| {
            for part in claims.chunks(8) {
                let queue = &queue;
                scope.spawn(move || {
                    for claim in part {
                        assert_eq!(queue.intend("w", &[claim.held()], false), Ok(vec![true]));
                        assert!(settle(&**queue, "w", claim.held(), Ended::Done));
                    }
                });
            }
        });
        assert_eq!(queue.summary(&Default::default()).unwrap().done, 64);
    }

    fn a_waiting_worker_wakes_when_a_row_is_added(database) {
        let (waiting, adding) = (database.open(), database.open());
        for (number, queue) in [(1, &waiting), (2, &adding)] {
            // What came before the claim needs no waking.
            while !claim(&*waiting, "w", 10).is_empty() {}
            while wait(&*waiting, Duration::from_millis(300)) < Duration::from_millis(300) {
                claim(&*waiting, "w", 10);
            }
            thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_millis(200));
                    queue.enqueue(&[request(number)]).unwrap();
                });
                let waited = wait(&*waiting, Duration::from_secs(10));
                assert!(waited >= Duration::from_millis(150), "{waited:?}");
                assert!(waited < Duration::from_secs(2), "{waited:?}");
            });
        }
    }

    fn a_row_added_between_claim_and_wait_is_not_missed(database) {
        let (waiting, adding) = (database.open(), database.open());
        wait(&*waiting, Duration::from_millis(1));
        assert_eq!(claim(&*waiting, "w", 1), []);
        adding.enqueue(&[request(1)]).unwrap();
        let waited = wait(&*waiting, Duration::from_secs(10));
        assert!(waited < Duration::from_secs(2), "{waited:?}");
    }
}

fn wait(queue: &dyn reportctl::delivery::queue::Queue, timeout: Duration) -> Duration {
    let started = Instant::now();
    queue.wait(timeout).unwrap();
    started.elapsed()
}
