"""What a report is besides a letter: the files that go with one, calendars, parts of pages."""
