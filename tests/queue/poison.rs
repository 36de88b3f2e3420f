//! Workers that vanish: some because of a row, most of them for reasons of their own.

use reportctl::delivery::queue::{Ended, Filter, Queue, Status};
use uuid::Uuid;

use super::fixture::{Database, LEASE, add, claim, get, later, log, request, settle};

/// Workers in a row that a row may cost when it is all they hold.
const MOST: u32 = 10;

/// The life of a worker: claims chunks and works on their rows one by one, until nothing is left
/// or `vanishes` says that the process ends with this row; `true` when it ended so.
fn live(
    database: &dyn Database,
    name: &str,
    vanishes: &mut dyn FnMut(Uuid) -> Option<Crash>,
) -> bool {
    let queue = database.open();
    loop {
        let claims = queue.claim(name, None, 16, LEASE, MOST).unwrap();
        if claims.is_empty() {
            return false;
        }
        for claim in &claims {
            let crash = vanishes(claim.request.id);
            if crash == Some(Crash::BeforeIntent) {
                return true;
            }
            assert_eq!(queue.intend(name, &[claim.held()], false), Ok(vec![true]));
            if crash.is_some() {
                return true;
            }
            assert!(settle(&*queue, name, claim.held(), Ended::Done));
        }
    }
}

/// When a worker vanishes.
#[derive(Clone, Copy, PartialEq)]
enum Crash {
    BeforeIntent,
    BeforeAnswer,
}

/// The codes of all rows, by number from 1.
fn codes(queue: &dyn Queue, rows: u128) -> Vec<Option<String>> {
    (1..=rows).map(|number| get(queue, number).error_code).collect()
}

suite_of_sessions! {
    fn workers_killed_at_random_cost_no_row_its_delivery(database) {
        const KILLS: u128 = 200;
        let queue = database.open();
        let mut random = fastrand::Rng::with_seed(7);
        for kill in 0..KILLS {
            queue.enqueue(&[request(2 * kill + 1), request(2 * kill + 2)]).unwrap();
            let mut left = random.usize(0..5);
            live(database, &format!("w{kill}"), &mut |_| {
                left = left.checked_sub(1).unwrap_or(usize::MAX);
                let crashes = [Crash::BeforeIntent, Crash::BeforeAnswer];
                (left == usize::MAX).then(|| crashes[random.usize(0..2)])
            });
            queue.recover().unwrap();
        }
        assert!(!live(database, "the last", &mut |_| None));
        let codes = codes(&*queue, 2 * KILLS);
        let known = |code: &Option<String>| matches!(code.as_deref(), None | Some("deliveryUnknown"));
        assert!(codes.iter().all(known), "{codes:?}");
        let summary = queue.summary(&Filter::default()).unwrap();
        assert_eq!(summary.done + summary.unknown, 2 * KILLS as u64);
        assert!(summary.unknown < KILLS as u64 && summary.unknown > 0, "{summary:?}");
    }

    fn a_row_that_kills_its_workers_is_parked_and_all_others_are_done(database) {
        const POISON: Uuid = Uuid::from_u128(7);
        let queue = database.open();
        add(&*queue, 60);
        let mut lives = 0;
        while live(database, &format!("w{lives}"), &mut |id| {
            (id == POISON).then_some(Crash::BeforeIntent)
        }) {
            queue.recover().unwrap();
            lives += 1;
        }
        assert_eq!(lives, 2 + MOST);
        let row = get(&*queue, 7);
        assert_eq!((row.status, row.attempts), (Status::Error, lives));
        assert_eq!(row.error_code.as_deref(), Some("attemptsExhausted"));
        assert!(row.error_message.unwrap().starts_with("12 workers vanished"));
        assert!(row.processed_at.is_some());
        assert_eq!(queue.summary(&Filter::default()).unwrap().done, 59);
        assert_eq!(log(&*queue, &Default::default()).len(), 1);
        assert_eq!(queue.retry(&Filter { ids: vec![POISON], ..Filter::default() }), Ok(1));
        assert_eq!(claim(&*queue, "w", 2)[0].request.id, POISON, "retried, it is like any other");
    }

    fn suspicious_rows_are_handed_out_last_and_alone(database) {
        let queue = database.open();
        add(&*queue, 2);
        for name in ["gone", "gone too"] {
            assert_eq!(claim(&*database.open(), name, 2).len(), 2);
            queue.recover().unwrap();
        }
        queue.enqueue(&[request(3)]).unwrap();
        let numbers = |name, limit| {
            let claims = claim(&*queue, name, limit);
            claims.iter().map(|claim| claim.request.id.as_u128()).collect::<Vec<_>>()
        };
        assert_eq!(numbers("v", 9), [3]);
        assert_eq!(numbers("v", 9), [0; 0], "it holds another");
        let first = claim(&*queue, "w", 9);
        assert_eq!((first.len(), first[0].request.id), (1, Uuid::from_u128(1)));
        queue.enqueue(&[request(4)]).unwrap();
        assert_eq!(numbers("w", 9), [0; 0], "nothing beside a suspicious one");
        assert!(settle(&*queue, "w", first[0].held(), later(0)));
        assert_eq!(numbers("w", 9), [1, 4], "it came to an end, and is like any other");
        assert_eq!(numbers("x", 9), [2]);
    }

    fn suspicious_rows_wait_for_their_time_too(database) {
        let queue = database.open();
        add(&*queue, 1);
        for name in ["gone", "gone too"] {
            assert_eq!(claim(&*database.open(), name, 1).len(), 1);
            queue.recover().unwrap();
        }
        assert_eq!(queue.next_due(None), Ok(Some(std::time::Duration::ZERO)));
        let alone = claim(&*queue, "w", 1);
        assert!(settle(&*queue, "w", alone[0].held(), Ended::Released { pause: 60_000 }));
        assert_eq!(claim(&*queue, "w", 1), []);
        let due = queue.next_due(None).unwrap().unwrap();
        assert!(due.as_secs() >= 50, "{due:?}");
    }
}
