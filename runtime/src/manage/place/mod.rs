//! Files as they lie on disk: read, locked, replaced whole or not at all; and the ledger of what was written where.
