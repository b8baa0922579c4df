//! A program as text for people.
