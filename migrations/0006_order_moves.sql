-- Which state of an order may follow which: the same rows as app/orders/transitions.ts, and the last word about them.
INSERT INTO "order_moves" ("from", "to") VALUES
  ('pending_payment', 'placed'),
  ('pending_payment', 'expired'),
  ('expired', 'placed'),
  ('placed', 'packed'),
  ('placed', 'cancelled'),
  ('packed', 'cancelled'),
  ('out_for_pickup', 'cancelled'),
  ('packed', 'out_for_pickup'),
  ('packed', 'shipped'),
  ('packed', 'out_for_delivery'),
  ('packed', 'delivered'),
  ('out_for_pickup', 'shipped'),
  ('out_for_pickup', 'out_for_delivery'),
  ('out_for_pickup', 'delivered'),
  ('shipped', 'out_for_delivery'),
  ('shipped', 'delivered'),
  ('out_for_delivery', 'delivered'),
  ('shipped', 'rto'),
  ('out_for_delivery', 'rto'),
  ('shipped', 'returned_to_seller'),
  ('out_for_delivery', 'returned_to_seller'),
  ('rto', 'returned_to_seller'),
  ('returned_to_seller', 'refunded'),
  ('delivered', 'return_requested'),
  ('return_requested', 'return_approved'),
  ('return_requested', 'return_rejected'),
  ('return_approved', 'return_picked'),
  ('return_approved', 'returned'),
  ('return_picked', 'returned'),
  ('returned', 'refunded');
--> statement-breakpoint
CREATE FUNCTION refuse_unknown_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state NOT IN ('pending_payment', 'placed') THEN
      RAISE EXCEPTION 'an order cannot begin as %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM order_moves WHERE "from" = OLD.state AND "to" = NEW.state) THEN
    RAISE EXCEPTION 'an order cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_begin BEFORE INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION refuse_unknown_move();
--> statement-breakpoint
CREATE TRIGGER orders_move BEFORE UPDATE OF "state" ON "orders" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unknown_move();
