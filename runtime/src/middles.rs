//! Squares on the way of a leap.

/// The squares nearest to the middle between two squares of a board with `files` files: one, two or four, some of them more than once here.
pub fn middles(files: usize, from: usize, to: usize) -> [usize; 4] {
    let halves = |sum: usize| [sum / 2, sum - sum / 2];
    let ([file, other_file], [rank, other_rank]) =
        (halves(from % files + to % files), halves(from / files + to / files));
    [(file, rank), (other_file, rank), (file, other_rank), (other_file, other_rank)]
        .map(|(file, rank)| file + rank * files)
}

#[cfg(test)]
mod tests {
    use super::middles;

    #[test]
    fn the_middle_lies_between() {
        let sorted = |from, to| {
            let mut squares = middles(8, from, to).to_vec();
            squares.sort_unstable();
            squares.dedup();
            squares
        };
        // From e1 to e3, to g3, to f3, to c2 and back.
        assert_eq!(sorted(4, 20), [12]);
        assert_eq!(sorted(4, 22), [13]);
        assert_eq!(sorted(4, 21), [12, 13]);
        assert_eq!(sorted(4, 10), [3, 11]);
        assert_eq!(sorted(10, 4), [3, 11]);
        assert_eq!(sorted(0, 27), [9, 10, 17, 18]);
    }
}
