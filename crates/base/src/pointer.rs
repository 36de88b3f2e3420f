//! Keys as steps of JSON pointers (RFC 6901, chapter 3).

use std::borrow::Cow;

/// A key as a step of a pointer.
pub fn escaped(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) {
        Cow::Owned(key.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(key)
    }
}

/// A step of a pointer as a key.
pub fn unescaped(step: &str) -> Cow<'_, str> {
    if step.contains('~') {
        // In this order, or `~01` became a slash.
        Cow::Owned(step.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_keys_turn_into_each_other() {
        for (key, step) in [("a/b~c", "a~1b~0c"), ("~1", "~01"), ("plain", "plain"), ("", "")] {
            assert_eq!(escaped(key), step);
            assert_eq!(unescaped(step), key);
        }
    }
}
