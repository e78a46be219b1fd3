-- Cached pages name the time at which a hold may end, so a renewed hold invalidates the product and its listings. A hold that
-- begins or ends changes its stock level, whose trigger does the same.
CREATE FUNCTION notify_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_changes(array_agg(DISTINCT tag))
    FROM new_rows JOIN old_rows USING (holder, variant_id)
      JOIN variants ON variants.id = new_rows.variant_id
      JOIN products ON products.id = variants.product_id,
      unnest(ARRAY['product:' || products.id, 'category:' || products.category_id, 'listings']) tag
    WHERE new_rows.expires_at IS DISTINCT FROM old_rows.expires_at;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER holds_notify_update AFTER UPDATE ON "holds" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_holds();
