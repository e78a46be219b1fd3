CREATE TABLE "order_units" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_units_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"state" text NOT NULL,
	"restocked_at" timestamp with time zone,
	CONSTRAINT "order_units_quantity" CHECK ("order_units"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "order_units" ADD CONSTRAINT "order_units_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_units_of_line" ON "order_units" USING btree ("order_id","position");--> statement-breakpoint
-- Existing orders changed their state as a whole, so each line becomes one row in the state of its order.
INSERT INTO "order_units" ("order_id", "position", "quantity", "state", "restocked_at")
  SELECT line.order_id, line.position, line.quantity, orders.state, orders.restocked_at
  FROM "order_lines" AS line JOIN "orders" ON orders.id = line.order_id
  ORDER BY orders.created_at, line.order_id, line.position;
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "restocked_at";--> statement-breakpoint
-- The state of an order is derived from its units and may repeat, so only the states of the units are checked.
DROP TRIGGER orders_check_initial_state ON "orders";--> statement-breakpoint
DROP TRIGGER orders_check_transition ON "orders";--> statement-breakpoint
DROP FUNCTION check_order_transition();--> statement-breakpoint
-- Units begin as placed, or as waiting for their payment, and change their state only along order_transitions. A row that is
-- split from a row of the same line begins in the state of that row.
CREATE FUNCTION check_unit_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state NOT IN ('pending_payment', 'placed') AND NOT EXISTS (
      SELECT 1 FROM order_units AS unit
      WHERE unit.order_id = NEW.order_id AND unit.position = NEW.position AND unit.state = NEW.state
    ) THEN
      RAISE EXCEPTION 'units cannot begin as %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM order_transitions WHERE "from" = OLD.state AND "to" = NEW.state) THEN
    RAISE EXCEPTION 'units cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER order_units_check_initial_state BEFORE INSERT ON "order_units" FOR EACH ROW EXECUTE FUNCTION check_unit_transition();
--> statement-breakpoint
CREATE TRIGGER order_units_check_transition BEFORE UPDATE OF "state" ON "order_units" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION check_unit_transition();
--> statement-breakpoint
-- The quantities of a line's units add up to the quantity of the line. Deferred to the commit, because a split changes two rows.
CREATE FUNCTION check_units_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  IF EXISTS (
    SELECT 1 FROM order_lines AS line
    WHERE line.order_id = changed.order_id AND line.position = changed.position AND line.quantity <> (
      SELECT coalesce(sum(unit.quantity), 0) FROM order_units AS unit
      WHERE unit.order_id = line.order_id AND unit.position = line.position
    )
  ) THEN
    RAISE EXCEPTION 'the units of line % of order % do not add up to its quantity', changed.position, changed.order_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_lines_check_units AFTER INSERT OR UPDATE OF "quantity" ON "order_lines"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_units_of_line();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_units_check_sum AFTER INSERT OR UPDATE OF "order_id", "position", "quantity" OR DELETE ON "order_units"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_units_of_line();
