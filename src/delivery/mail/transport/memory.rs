//! Messages kept in memory, for tests and benches.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use super::{Acceptance, Delivery, SendError, Transport, TransportSession};

/// A message as it was delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivered {
    /// Envelope sender.
    pub from: String,
    /// Envelope recipient.
    pub to: String,
    /// `Message-ID` without brackets.
    pub message_id: String,
    pub message: Vec<u8>,
}

/// Keeps messages in memory. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    delivered: Arc<Mutex<Vec<Delivered>>>,
    failures: Arc<Mutex<VecDeque<Option<SendError>>>>,
}

impl Memory {
    /// Everything delivered so far.
    pub fn delivered(&self) -> Vec<Delivered> {
        self.delivered.lock().clone()
    }

    /// Number of deliveries so far.
    pub fn count(&self) -> usize {
        self.delivered.lock().len()
    }

    /// Outcomes of the next deliveries, in order: `None` succeeds. When all are used up,
    /// everything succeeds again.
    pub fn script(&self, outcomes: impl IntoIterator<Item = Option<SendError>>) {
        self.failures.lock().extend(outcomes);
    }
}

impl Transport for Memory {
    fn session(&self) -> Box<dyn TransportSession + '_> {
        Box::new(self.clone())
    }

    fn is_repeatable(&self) -> bool {
        false
    }

    fn probe(&self) -> Result<(), SendError> {
        Ok(())
    }

    fn describe(&self) -> String {
        "memory of the process".to_owned()
    }
}

impl TransportSession for Memory {
    fn deliver(&mut self, delivery: &Delivery<'_>) -> Result<Acceptance, SendError> {
        if let Some(Some(failed)) = self.failures.lock().pop_front() {
            return Err(failed);
        }
        self.delivered.lock().push(Delivered {
            from: delivery.from.to_owned(),
            to: delivery.to.to_owned(),
            message_id: delivery.message_id.to_owned(),
            message: delivery.message.to_vec(),
        });
        Ok(Acceptance { detail: "kept in memory".to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_kept_and_failures_follow_the_script() {
        let memory = Memory::default();
        let refused = SendError::permanent("no");
        memory.script([None, Some(refused.clone())]);
        let message = Delivery { from: "a@x.y", to: "b@x.y", message_id: "1@x.y", message: b"m" };
        let outcomes: Vec<_> = (0..3).map(|_| memory.session().deliver(&message).err()).collect();
        assert_eq!(outcomes, [None, Some(refused), None]);
        assert_eq!((memory.count(), memory.delivered()[0].to.as_str()), (2, "b@x.y"));
    }
}
