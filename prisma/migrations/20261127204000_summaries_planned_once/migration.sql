-- Of lists whose length it sees, one for a single subscription, PostgreSQL estimates so much less than of any that it planned the
-- statements of this function anew for each order, which took longer than all that they do. Each finds its rows by their keys,
-- however many there are.
ALTER FUNCTION "keep_subscription_summaries"() SET plan_cache_mode = force_generic_plan;
