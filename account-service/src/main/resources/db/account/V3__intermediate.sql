-- Not in a transaction: nobody waits for the index, and it may take longer than the pool lets a transaction last. The
-- connection goes back to the pool with the limits that it had.
SELECT set_config('quadrille.' || name, setting, false), set_config(name, '0', false)
FROM pg_settings WHERE name IN ('lock_timeout', 'transaction_timeout');

-- An attempt that was interrupted leaves an index that is not valid.
DROP INDEX CONCURRENTLY IF EXISTS payment_intermediate;

-- What is in an intermediate state (REJECTED, IN_SUSPENSE), the oldest first: small, whatever the table has grown to.
CREATE INDEX CONCURRENTLY payment_intermediate ON payment (state_since, order_id) WHERE state IN (2, 5);

SELECT set_config(name, current_setting('quadrille.' || name), false)
FROM pg_settings WHERE name IN ('lock_timeout', 'transaction_timeout');
