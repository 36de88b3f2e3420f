//! Lists that expressions made, kept as long as the document is made.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;

use reportctl_base::value::{Array, Value};

/// The lists that were made of the data of one document. Each stays as long as the document is made.
#[derive(Default)]
pub struct MadeLists {
    /// Numbers of the lists whose items do not depend on the place of the call.
    known: RefCell<HashMap<Origin, usize>>,
    lists: Lists,
}

/// The call that makes a list, and the address and length of the list that it is made of.
pub(super) type Origin = (usize, usize, usize);

impl MadeLists {
    /// A list by its number.
    pub fn get(&self, number: usize) -> &[Value] {
        self.lists.get(number).map_or(&[], |list| list)
    }

    /// The number of the list that was made at an origin.
    pub(super) fn known(&self, origin: Origin) -> Option<usize> {
        self.known.borrow().get(&origin).copied()
    }

    /// Adds a list; gives its number. One with an origin is known again.
    pub(super) fn add(&self, list: Array, origin: Option<Origin>) -> usize {
        let number = self.lists.add(list);
        if let Some(origin) = origin {
            self.known.borrow_mut().insert(origin, number);
        }
        number
    }
}

/// Lists that do not move while others are added: each block is twice as long as the one before.
struct Lists {
    blocks: [OnceCell<Box<[OnceCell<Array>]>>; usize::BITS as usize],
    count: Cell<usize>,
}

impl Default for Lists {
    fn default() -> Self {
        Self { blocks: std::array::from_fn(|_| OnceCell::new()), count: Cell::new(0) }
    }
}

impl Lists {
    /// Block and place of a list.
    fn place(number: usize) -> (usize, usize) {
        let from_one = number + 1;
        let block = from_one.ilog2();
        (block as usize, from_one - (1 << block))
    }

    fn add(&self, list: Array) -> usize {
        let number = self.count.get();
        let (block, at) = Self::place(number);
        let new = || (0..1_usize << block).map(|_| OnceCell::new()).collect();
        let slot = self.blocks.get(block).and_then(|block| block.get_or_init(new).get(at));
        if let Some(slot) = slot {
            let _ = slot.set(list);
        }
        self.count.set(number + 1);
        number
    }

    fn get(&self, number: usize) -> Option<&Array> {
        let (block, at) = Self::place(number);
        self.blocks.get(block)?.get()?.get(at)?.get()
    }
}
