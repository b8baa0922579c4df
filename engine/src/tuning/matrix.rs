//! Linear equations with a symmetric positive definite matrix, by A.-L. Cholesky's decomposition.

/// A lower triangular matrix whose product with its transpose is the matrix that was decomposed.
pub(super) struct Triangle {
    rows: Vec<Vec<f64>>,
}

impl Triangle {
    /// Of a matrix of which only the lower half is looked at; `None` where it is not positive definite.
    pub(super) fn new(mut rows: Vec<Vec<f64>>) -> Option<Triangle> {
        for row in 0..rows.len() {
            for column in 0..=row {
                let product: f64 = (0..column).map(|k| rows[row][k] * rows[column][k]).sum();
                let rest = rows[row][column] - product;
                if row != column {
                    rows[row][column] = rest / rows[column][column];
                } else if rest > 0.0 && rest.is_finite() {
                    rows[row][row] = rest.sqrt();
                } else {
                    return None;
                }
            }
        }
        Some(Triangle { rows })
    }

    /// The solution of the equations with this right side.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = right.to_vec();
        for row in 0..solution.len() {
            let known: f64 = (0..row).map(|k| self.rows[row][k] * solution[k]).sum();
            solution[row] = (solution[row] - known) / self.rows[row][row];
        }
        for row in (0..solution.len()).rev() {
            let known: f64 = (row + 1..solution.len()).map(|k| self.rows[k][row] * solution[k]).sum();
            solution[row] = (solution[row] - known) / self.rows[row][row];
        }
        solution
    }

    /// The diagonal of the inverse of the matrix.
    pub(super) fn inverse_diagonal(&self) -> Vec<f64> {
        let size = self.rows.len();
        let unit = |index: usize| (0..size).map(|k| f64::from(u8::from(k == index))).collect::<Vec<f64>>();
        (0..size).map(|index| self.solve(&unit(index))[index]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Triangle;

    #[test]
    fn equations_are_solved() {
        // 4x + 2y = 10, 2x + 3y = 9.
        let triangle = Triangle::new(vec![vec![4.0, 0.0], vec![2.0, 3.0]]).unwrap();
        let solution = triangle.solve(&[10.0, 9.0]);
        assert!((solution[0] - 1.5).abs() < 1e-12 && (solution[1] - 2.0).abs() < 1e-12, "{solution:?}");
        // The inverse is 1/8 of [3 -2; -2 4].
        let diagonal = triangle.inverse_diagonal();
        assert!((diagonal[0] - 0.375).abs() < 1e-12 && (diagonal[1] - 0.5).abs() < 1e-12, "{diagonal:?}");
        assert!(Triangle::new(vec![vec![1.0, 0.0], vec![2.0, 1.0]]).is_none());
    }
}
