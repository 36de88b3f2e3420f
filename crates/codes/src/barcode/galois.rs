//! Reed-Solomon error correction over the fields of two-dimensional symbols.

/// A finite field of 2^m elements with its powers and logarithms.
pub(super) struct Field {
    powers: Vec<usize>,
    logarithms: Vec<usize>,
}

impl Field {
    /// The field of `size` elements with a primitive polynomial.
    pub(super) fn new(size: usize, polynomial: usize) -> Self {
        let mut powers = Vec::with_capacity(size);
        let mut logarithms = vec![0; size];
        let mut value = 1;
        for exponent in 0..size - 1 {
            powers.push(value);
            logarithms[value] = exponent;
            value <<= 1;
            if value >= size {
                value ^= polynomial;
            }
        }
        Self { powers, logarithms }
    }

    fn times(&self, a: usize, b: usize) -> usize {
        if a == 0 || b == 0 {
            return 0;
        }
        self.powers[(self.logarithms[a] + self.logarithms[b]) % self.powers.len()]
    }

    /// The check words of a message; the generator has the roots 2^1 to 2^count.
    pub(super) fn check_words(&self, message: &[usize], count: usize) -> Vec<usize> {
        let mut generator = vec![1];
        for root in 1..=count {
            let root = self.powers[root % self.powers.len()];
            generator.push(0);
            for i in (1..generator.len()).rev() {
                generator[i] ^= self.times(generator[i - 1], root);
            }
        }
        let mut rest = vec![0; count];
        for word in message {
            let factor = word ^ rest.first().copied().unwrap_or_default();
            rest.rotate_left(1);
            if let Some(last) = rest.last_mut() {
                *last = 0;
            }
            for (word, coefficient) in rest.iter_mut().zip(&generator[1..]) {
                *word ^= self.times(factor, *coefficient);
            }
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of ISO/IEC 16022: `123456` in a symbol of 10 x 10 modules.
    #[test]
    fn check_words_of_the_example_of_data_matrix() {
        let field = Field::new(256, 0x12D);
        assert_eq!(field.check_words(&[142, 164, 186], 5), [114, 25, 5, 88, 102]);
    }
}
