-- Says on the channel `shop_changes` what has changed, as soon as it is committed: the tags of the answers that show it. Every
-- process keeps whole answers until it hears one of their tags.
CREATE FUNCTION say_changed(tags text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  tag text;
BEGIN
  IF coalesce(cardinality(tags), 0) > 100 THEN
    PERFORM pg_notify('shop_changes', 'everything');
    RETURN;
  END IF;
  FOREACH tag IN ARRAY coalesce(tags, '{}') LOOP
    PERFORM pg_notify('shop_changes', tag);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION say_everything() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changes', 'everything');
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A piece that changes is shown by its own answers, by the shelves it hangs on, and, when it comes or goes, by every menu.
CREATE FUNCTION say_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM say_changed(array_agg(DISTINCT tag))
      FROM fresh, unnest(ARRAY['product:' || fresh.id, 'category:' || fresh.category_id, 'shelves', 'menus']) tag;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM say_changed(array_agg(DISTINCT tag))
      FROM gone, unnest(ARRAY['product:' || gone.id, 'category:' || gone.category_id, 'shelves', 'menus']) tag;
  ELSE
    PERFORM say_changed(array_agg(DISTINCT tag))
      FROM fresh JOIN gone USING (id),
        unnest(ARRAY['product:' || fresh.id, 'category:' || fresh.category_id, 'category:' || gone.category_id, 'shelves',
          CASE WHEN (fresh.published, fresh.category_id) IS DISTINCT FROM (gone.published, gone.category_id) THEN 'menus' ELSE 'shelves' END]) tag
      WHERE fresh IS DISTINCT FROM gone;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What belongs to a piece: its pictures, sizes, crafts and fabrics.
CREATE FUNCTION say_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM say_changed(array_agg(DISTINCT tag))
      FROM gone JOIN products ON products.id = gone.product_id,
        unnest(ARRAY['product:' || products.id, 'category:' || products.category_id, 'shelves', 'menus']) tag;
  ELSE
    PERFORM say_changed(array_agg(DISTINCT tag))
      FROM fresh JOIN products ON products.id = fresh.product_id,
        unnest(ARRAY['product:' || products.id, 'category:' || products.category_id, 'shelves', 'menus']) tag;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A count is shown by the piece's own answers and cards; that the last one goes or comes back, by the whole shelf.
CREATE FUNCTION say_shelf() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM say_changed(array_agg(DISTINCT tag))
    FROM fresh JOIN gone USING (variant_id)
      JOIN variants ON variants.id = fresh.variant_id
      JOIN products ON products.id = variants.product_id,
      unnest(CASE WHEN (fresh.on_hand > fresh.held) IS DISTINCT FROM (gone.on_hand > gone.held)
        THEN ARRAY['product:' || products.id, 'category:' || products.category_id, 'shelves']
        ELSE ARRAY['product:' || products.id] END) tag
    WHERE (fresh.on_hand, fresh.held) IS DISTINCT FROM (gone.on_hand, gone.held);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION say_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM say_changed(array_agg(DISTINCT tag)) FROM gone, unnest(ARRAY['product:' || gone.product_id, 'reviews']) tag;
  ELSE
    PERFORM say_changed(array_agg(DISTINCT tag)) FROM fresh, unnest(ARRAY['product:' || fresh.product_id, 'reviews']) tag;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_say_insert AFTER INSERT ON "products" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_products();
--> statement-breakpoint
CREATE TRIGGER products_say_update AFTER UPDATE ON "products" REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_products();
--> statement-breakpoint
CREATE TRIGGER products_say_delete AFTER DELETE ON "products" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION say_products();
--> statement-breakpoint
CREATE TRIGGER product_pictures_say_insert AFTER INSERT ON "product_pictures" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER product_pictures_say_update AFTER UPDATE ON "product_pictures" REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER product_pictures_say_delete AFTER DELETE ON "product_pictures" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER product_crafts_say_insert AFTER INSERT ON "product_crafts" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER product_crafts_say_update AFTER UPDATE ON "product_crafts" REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER product_crafts_say_delete AFTER DELETE ON "product_crafts" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER product_fabrics_say_insert AFTER INSERT ON "product_fabrics" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER product_fabrics_say_update AFTER UPDATE ON "product_fabrics" REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER product_fabrics_say_delete AFTER DELETE ON "product_fabrics" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER variants_say_insert AFTER INSERT ON "variants" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER variants_say_update AFTER UPDATE ON "variants" REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER variants_say_delete AFTER DELETE ON "variants" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION say_parts();
--> statement-breakpoint
CREATE TRIGGER shelf_say_update AFTER UPDATE ON "shelf" REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_shelf();
--> statement-breakpoint
CREATE TRIGGER reviews_say_insert AFTER INSERT ON "reviews" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_reviews();
--> statement-breakpoint
CREATE TRIGGER reviews_say_update AFTER UPDATE ON "reviews" REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION say_reviews();
--> statement-breakpoint
CREATE TRIGGER reviews_say_delete AFTER DELETE ON "reviews" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION say_reviews();
--> statement-breakpoint
CREATE TRIGGER settings_say AFTER INSERT OR UPDATE OR DELETE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
--> statement-breakpoint
CREATE TRIGGER banners_say AFTER INSERT OR UPDATE OR DELETE ON "banners" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
--> statement-breakpoint
CREATE TRIGGER films_say AFTER INSERT OR UPDATE OR DELETE ON "films" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
--> statement-breakpoint
CREATE TRIGGER tiles_say AFTER INSERT OR UPDATE OR DELETE ON "tiles" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
--> statement-breakpoint
CREATE TRIGGER stores_say AFTER INSERT OR UPDATE OR DELETE ON "stores" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
--> statement-breakpoint
CREATE TRIGGER pages_say AFTER INSERT OR UPDATE OR DELETE ON "pages" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
--> statement-breakpoint
CREATE TRIGGER categories_say AFTER INSERT OR UPDATE OR DELETE ON "categories" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
--> statement-breakpoint
CREATE TRIGGER crafts_say AFTER INSERT OR UPDATE OR DELETE ON "crafts" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
--> statement-breakpoint
CREATE TRIGGER fabrics_say AFTER INSERT OR UPDATE OR DELETE ON "fabrics" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
