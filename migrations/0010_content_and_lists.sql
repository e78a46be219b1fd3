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
-- A category's pieces name it by its number, which never changes.
DO $$
DECLARE
  written text;
BEGIN
  FOREACH written IN ARRAY ARRAY['settings', 'banners', 'films', 'tiles', 'stores', 'pages', 'categories'] LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', written || '_say', written);
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION say_content()',
      written || '_say', written);
  END LOOP;
END
$$;
--> statement-breakpoint
-- A craft or fabric that is only written down is worn by no piece yet, and on no page; as soon as one wears it, the piece says so.
DROP TRIGGER crafts_say ON "crafts";
--> statement-breakpoint
CREATE TRIGGER crafts_say AFTER UPDATE OR DELETE ON "crafts" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
--> statement-breakpoint
DROP TRIGGER fabrics_say ON "fabrics";
--> statement-breakpoint
CREATE TRIGGER fabrics_say AFTER UPDATE OR DELETE ON "fabrics" FOR EACH STATEMENT EXECUTE FUNCTION say_everything();
