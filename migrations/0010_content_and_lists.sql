DROP INDEX "products_featured";--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_filmed";--> statement-breakpoint
DROP INDEX "products_by_price";--> statement-breakpoint
CREATE INDEX "products_of_category" ON "products" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "products_by_day" ON "products" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree (lower("name"),"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price_paise","id") WHERE archived_at is null;--> statement-breakpoint
-- What one statement changes is said at once, each tag on a line, the pieces first: what a shelf is made of is known as
-- changed before the shelf is. Nothing on the channel may be longer than 8,000 bytes.
CREATE OR REPLACE FUNCTION say_changed(tags text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  said text;
BEGIN
  IF coalesce(cardinality(tags), 0) = 0 THEN
    RETURN;
  END IF;
  SELECT string_agg(tag, E'\n' ORDER BY tag NOT LIKE 'product:%', tag) INTO said FROM unnest(tags) tag;
  IF cardinality(tags) > 100 OR octet_length(said) > 7900 THEN
    said := 'everything';
  END IF;
  PERFORM pg_notify('shop_changes', said);
END
$$;
--> statement-breakpoint
-- What the owner writes and sets up is on every page, but on no shelf: which pieces hang where stays as it is known.
CREATE FUNCTION say_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changes', 'content');
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER settings_say ON "settings";
--> statement-breakpoint
CREATE TRIGGER settings_say AFTER INSERT OR UPDATE OR DELETE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION say_content();
--> statement-breakpoint
DROP TRIGGER banners_say ON "banners";
--> statement-breakpoint
CREATE TRIGGER banners_say AFTER INSERT OR UPDATE OR DELETE ON "banners" FOR EACH STATEMENT EXECUTE FUNCTION say_content();
--> statement-breakpoint
DROP TRIGGER films_say ON "films";
--> statement-breakpoint
CREATE TRIGGER films_say AFTER INSERT OR UPDATE OR DELETE ON "films" FOR EACH STATEMENT EXECUTE FUNCTION say_content();
--> statement-breakpoint
DROP TRIGGER tiles_say ON "tiles";
--> statement-breakpoint
CREATE TRIGGER tiles_say AFTER INSERT OR UPDATE OR DELETE ON "tiles" FOR EACH STATEMENT EXECUTE FUNCTION say_content();
--> statement-breakpoint
DROP TRIGGER stores_say ON "stores";
--> statement-breakpoint
CREATE TRIGGER stores_say AFTER INSERT OR UPDATE OR DELETE ON "stores" FOR EACH STATEMENT EXECUTE FUNCTION say_content();
--> statement-breakpoint
DROP TRIGGER pages_say ON "pages";
--> statement-breakpoint
CREATE TRIGGER pages_say AFTER INSERT OR UPDATE OR DELETE ON "pages" FOR EACH STATEMENT EXECUTE FUNCTION say_content();
--> statement-breakpoint
DROP TRIGGER categories_say ON "categories";
--> statement-breakpoint
-- A category's pieces name it by its number, which never changes.
CREATE TRIGGER categories_say AFTER INSERT OR UPDATE OR DELETE ON "categories" FOR EACH STATEMENT EXECUTE FUNCTION say_content();
--> statement-breakpoint
-- A craft or fabric that is only written down is worn by no piece yet, and on no page; as soon as one wears it, the piece says so.
DROP TRIGGER crafts_say ON "crafts";
--> statement-breakpoint
CREATE TRIGGER crafts_say AFTER UPDATE OR DELETE ON "crafts" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
--> statement-breakpoint
DROP TRIGGER fabrics_say ON "fabrics";
--> statement-breakpoint
CREATE TRIGGER fabrics_say AFTER UPDATE OR DELETE ON "fabrics" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
