-- What a request of the benchmark changes.
CREATE TABLE effect (
  id uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now()
);
