//! The life of a row: added, claimed, about to be sent, settled.

use std::time::{Duration, Instant};

use reportctl::delivery::mail::MailOptions;
use reportctl::delivery::queue::{
    BatchRecord, Claim, Ended, Filter, Held, LogFilter, NewRequest, Settlement, Status,
};
use reportctl::expr::date::Timestamp;
use uuid::Uuid;

use super::fixture::{
    LEASE, MAX_CRASHES, add, claim, entry, error, get, later, log, request, settle,
};

suite! {
    fn what_is_added_comes_back_as_it_was(database) {
        let queue = database.open();
        let mail = MailOptions { subject: Some("Hello {name}".to_owned()), ..MailOptions::default() };
        let mut full = request(1);
        full.filename = Some("Rechnung für Zoë.pdf".to_owned());
        full.mail = Some(mail);
        full.expected_sha256 = Some("e5".to_owned());
        full.batch = Some("march".to_owned());
        full.batch_row = Some(7);
        full.row_key = Some("C-0007".to_owned());
        full.webhook = Some("https://example.com/hook".to_owned());
        full.locale = Some("de-CH".to_owned());
        full.template_version = Some("v5".to_owned());
        assert_eq!(queue.enqueue(&[full.clone(), request(2)]), Ok(2));
        let row = get(&*queue, 1);
        assert_eq!(row.request, full);
        assert_eq!((row.status, row.attempts, row.erased), (Status::Pending, 0, false));
        assert_eq!((row.processed_at, row.worker, row.error_code), (None, None, None));
        assert_eq!(row.next_attempt_at, row.created_at);
        assert!(row.created_at > 1_700_000_000_000);
        let claims = claim(&*queue, "w", 10);
        assert_eq!(claims[0].request, full);
        assert_eq!(claims[1].request, request(2));
    }

    fn adding_again_changes_nothing(database) {
        let queue = database.open();
        add(&*queue, 3);
        let taken = claim(&*queue, "w", 1);
        assert!(settle(&*queue, "w", taken[0].held(), Ended::Done));
        let mut changed = request(1);
        changed.data = "{}".to_owned();
        assert_eq!(queue.enqueue(&[changed, request(4), request(4)]), Ok(1));
        assert_eq!(get(&*queue, 1).status, Status::Done);
        assert_eq!(get(&*queue, 1).request.data, request(1).data);
    }

    fn a_batch_of_a_person_is_listed_whatever_its_key_looks_like(database) {
        let queue = database.open();
        let key = "send-01890a5d-ac96-774b-bcce-b302099a8057";
        let of_send = BatchRecord { key: key.to_owned(), template: "invoice".to_owned(), ..BatchRecord::default() };
        queue.begin_batch(&of_send).unwrap();
        assert_eq!(queue.batches(None, None), Ok(Vec::new()));
        let tenant = "acme".to_owned();
        let own = BatchRecord { tenant, origin: Some("rows".to_owned()), ..of_send };
        queue.begin_batch(&own).unwrap();
        let listed = queue.batches(None, None).unwrap();
        assert_eq!((listed.len(), &*listed[0].key, &*listed[0].tenant), (1, key, "acme"));
    }

    fn a_batch_stays_as_it_was_begun(database) {
        let queue = database.open();
        let mail = MailOptions { subject: Some("March".to_owned()), ..MailOptions::default() };
        let batch = BatchRecord {
            tenant: "acme".to_owned(),
            key: "march".to_owned(),
            template: "invoice".to_owned(),
            mail,
            created_at: 5,
            origin: Some("these rows".to_owned()),
            report_date: Some(Timestamp::clamped(1_769_860_800)),
        };
        assert_eq!(queue.batch("acme", "march"), Ok(None));
        assert_eq!(queue.begin_batch(&batch), Ok(batch.clone()));
        let again = BatchRecord {
            created_at: 6,
            mail: MailOptions::default(),
            origin: Some("other rows".to_owned()),
            report_date: None,
            ..batch.clone()
        };
        assert_eq!(queue.begin_batch(&again), Ok(batch.clone()));
        assert_eq!(queue.batch("acme", "march"), Ok(Some(batch)));
        assert_eq!(queue.batch("", "march"), Ok(None));
    }

    fn rows_are_claimed_in_the_order_in_which_they_were_added(database) {
        let queue = database.open();
        add(&*queue, 10);
        let numbers = |claims: &[Claim]| -> Vec<u128> {
            claims.iter().map(|claim| claim.request.id.as_u128()).collect()
        };
        assert_eq!(numbers(&claim(&*queue, "a", 4)), [1, 2, 3, 4]);
        assert_eq!(numbers(&claim(&*queue, "b", 4)), [5, 6, 7, 8]);
        assert_eq!(numbers(&claim(&*queue, "a", 4)), [9, 10]);
        assert_eq!(numbers(&claim(&*queue, "a", 4)), []);
    }

    fn a_claim_can_be_limited_to_a_batch(database) {
        let queue = database.open();
        let mut all: Vec<_> = (1..=6).map(request).collect();
        for row in &mut all[3..] {
            row.batch = Some("march".to_owned());
        }
        all[5].tenant = "acme".to_owned();
        queue.enqueue(&all).unwrap();
        let of_batch = |tenant| {
            let claims = queue.claim("w", Some((tenant, "march")), 10, LEASE, MAX_CRASHES).unwrap();
            claims.iter().map(|claim| claim.request.id.as_u128()).collect::<Vec<_>>()
        };
        assert_eq!(queue.next_due(Some(("", "march"))), Ok(Some(Duration::ZERO)));
        assert_eq!(of_batch(""), [4, 5]);
        assert_eq!(queue.next_due(Some(("", "march"))), Ok(None));
        assert_eq!(of_batch("acme"), [6]);
        assert_eq!(of_batch("other"), [0; 0]);
        assert_eq!(queue.next_due(Some(("other", "march"))), Ok(None));
    }

    fn tenants_with_rows_that_wait_are_found_with_when_they_are_due(database) {
        let queue = database.open();
        let row = |number: u128, tenant: &str, key: &str| {
            let (tenant, batch) = (tenant.to_owned(), Some(key.to_owned()));
            NewRequest { tenant, batch, ..request(number) }
        };
        let rows = [
            row(1, "paused", "serve"), row(2, "held", "serve"), row(3, "acme", "serve"),
            row(4, "acme", "serve"), row(5, "other", "march"), request(6),
        ];
        queue.enqueue(&rows).unwrap();
        for tenant in ["paused", "held"] {
            let claims = queue.claim("w", Some((tenant, "serve")), 1, LEASE, MAX_CRASHES).unwrap();
            assert_eq!(claims.len(), 1);
            if tenant == "paused" {
                assert!(settle(&*queue, "w", claims[0].held(), later(30_000)));
            }
        }
        let due = queue.due_tenants("serve").unwrap();
        let tenants: Vec<_> = due.keys().map(String::as_str).collect();
        assert_eq!(tenants, ["acme", "paused"]);
        assert!(due["acme"].is_zero());
        assert!(due["paused"] > Duration::from_secs(20), "{due:?}");
    }

    fn a_look_for_tenants_costs_the_same_however_many_there_were(database) {
        let queue = database.open();
        let row = |number: u128| {
            let (tenant, batch) = (format!("tenant{number}"), Some("serve".to_owned()));
            NewRequest { tenant, batch, ..request(number) }
        };
        queue.enqueue(&[row(1)]).unwrap();
        let look = || {
            let started = Instant::now();
            (0..20).for_each(|_| assert_eq!(queue.due_tenants("serve").unwrap().len(), 1));
            started.elapsed()
        };
        let few = look();
        let rows: Vec<_> = (2..=10_000).map(row).collect();
        for rows in rows.chunks(2500) {
            queue.enqueue(rows).unwrap();
        }
        assert_eq!(queue.due_tenants("serve").unwrap().len(), 10_000);
        let canceled = queue.cancel(&Filter::default()).unwrap();
        assert_eq!(canceled, 10_000);
        queue.enqueue(&[row(10_001)]).unwrap();
        let many = look();
        assert!(many < 20 * few + Duration::from_millis(200), "{few:?} and {many:?}");
    }

    fn done_and_failed_rows_say_when_they_ended_and_why(database) {
        let queue = database.open();
        add(&*queue, 2);
        let claims = claim(&*queue, "w", 2);
        let rows: Vec<Held> = claims.iter().map(Claim::held).collect();
        assert_eq!(queue.intend("w", &rows, false), Ok(vec![true, true]));
        let settlements = [
            Settlement { row: rows[0], ended: Ended::Done, log: Some(entry(1, 10)) },
            Settlement { row: rows[1], ended: error("mailRefused"), log: Some(entry(2, 20)) },
        ];
        assert_eq!(queue.settle("w", &settlements), Ok(vec![true, true]));
        let (done, failed) = (get(&*queue, 1), get(&*queue, 2));
        assert_eq!((done.status, done.error_code, done.worker), (Status::Done, None, None));
        assert!(done.processed_at.unwrap() >= done.created_at);
        assert_eq!(failed.status, Status::Error);
        assert_eq!(failed.error_code.as_deref(), Some("mailRefused"));
        assert_eq!(failed.error_message.as_deref(), Some("it went wrong"));
        assert!(failed.processed_at.unwrap() >= failed.created_at);
        assert_eq!(log(&*queue, &LogFilter::default()), [entry(1, 10), entry(2, 20)]);
    }

    fn a_row_for_later_waits_and_keeps_its_problem(database) {
        let queue = database.open();
        add(&*queue, 1);
        let claims = claim(&*queue, "w", 1);
        assert!(settle(&*queue, "w", claims[0].held(), later(300)));
        let row = get(&*queue, 1);
        assert_eq!((row.status, row.attempts), (Status::Pending, 1));
        assert_eq!(row.error_code.as_deref(), Some("mailUnavailable"));
        assert_eq!(claim(&*queue, "w", 1), []);
        let due = queue.next_due(None).unwrap().unwrap();
        assert!(due > Duration::ZERO && due <= Duration::from_millis(300), "{due:?}");
        std::thread::sleep(Duration::from_millis(320));
        assert_eq!(queue.next_due(None), Ok(Some(Duration::ZERO)));
        assert_eq!(claim(&*queue, "w", 1)[0].attempt, 2);
    }

    fn a_released_row_keeps_its_place_and_its_attempts(database) {
        let queue = database.open();
        add(&*queue, 2);
        for _ in 0..20 {
            let claims = claim(&*queue, "w", 1);
            assert_eq!((claims[0].request.id, claims[0].attempt), (Uuid::from_u128(1), 1));
            assert!(settle(&*queue, "w", claims[0].held(), Ended::Released { pause: 0 }));
        }
        let claims = claim(&*queue, "w", 1);
        assert!(settle(&*queue, "w", claims[0].held(), Ended::Released { pause: 60_000 }));
        assert_eq!(claim(&*queue, "w", 2)[0].request.id, Uuid::from_u128(2));
        assert_eq!(get(&*queue, 1).attempts, 0);
    }

    fn a_row_that_is_left_to_others_says_since_when_it_waits_for_a_version(database) {
        let queue = database.open();
        let versioned = |number, version: &str| {
            let template_version = Some(version.to_owned());
            reportctl::delivery::queue::NewRequest { template_version, ..request(number) }
        };
        queue.enqueue(&[versioned(1, "v5"), versioned(2, "v5"), versioned(3, "v6")]).unwrap();
        assert_eq!(queue.missed_versions(), Ok(Vec::new()));
        let left = |pause| Ended::Left {
            pause, code: "templateVersion".to_owned(), message: "wants v5".to_owned()
        };
        let claims = claim(&*queue, "w", 2);
        assert_eq!(claims[0].missed_at, None);
        for claim in &claims {
            assert!(settle(&*queue, "w", claim.held(), left(0)));
        }
        let row = get(&*queue, 1);
        assert_eq!((row.status, row.attempts), (Status::Pending, 0));
        assert_eq!(row.error_message.as_deref(), Some("wants v5"));
        let missed = queue.missed_versions().unwrap();
        assert_eq!((missed.len(), missed[0].requests, &*missed[0].version), (1, 2, "v5"));
        assert_eq!(missed[0].template, request(1).template);
        std::thread::sleep(Duration::from_millis(5));
        let again = claim(&*queue, "w", 3);
        let first = again.iter().find(|claim| claim.request.id == row.request.id).unwrap();
        let since = first.missed_at.unwrap();
        assert!(since >= missed[0].since, "{since}");
        assert!(settle(&*queue, "w", first.held(), left(0)));
        assert_eq!(queue.missed_versions().unwrap()[0].since, missed[0].since);
        // A worker that has it ends the wait; a row that is retried takes whatever there is.
        let first = claim(&*queue, "v", 1).remove(0);
        assert!(settle(&*queue, "v", first.held(), error("templateVersion")));
        assert_eq!(queue.missed_versions().unwrap()[0].requests, 1);
        assert_eq!(queue.retry(&Default::default()), Ok(1));
        let retried = get(&*queue, 1);
        assert_eq!((retried.status, retried.request.template_version), (Status::Pending, None));
        assert_eq!(claim(&*queue, "v", 1)[0].missed_at, None);
    }

    fn a_row_that_is_settled_in_between_is_not_parked(database) {
        let queue = database.open();
        add(&*queue, 1);
        for attempt in 1..=6 {
            let claims = queue.claim("w", None, 1, LEASE, 0).unwrap();
            assert_eq!(claims[0].attempt, attempt);
            assert!(settle(&*queue, "w", claims[0].held(), later(0)));
        }
    }

    fn nothing_due_is_not_the_same_as_nothing_left(database) {
        let queue = database.open();
        assert_eq!(queue.next_due(None), Ok(None));
        add(&*queue, 1);
        assert_eq!(queue.next_due(None), Ok(Some(Duration::ZERO)));
        claim(&*queue, "w", 1);
        assert_eq!(queue.next_due(None), Ok(None));
    }
}
