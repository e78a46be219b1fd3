-- An inspection can refuse units: they go back to the customer, and their return is declined.
INSERT INTO "order_transitions" ("from", "to") VALUES ('returned', 'return_rejected');--> statement-breakpoint
-- Units that were refused before stayed `returned`. Restocked units stay so, because the merchant has them.
UPDATE "order_units" SET "state" = 'return_rejected' FROM "return_lines" AS line
  WHERE line.return_id = order_units.return_id AND line.position = order_units.position
    AND order_units.state = 'returned' AND line.accepted = false AND line.resellable = false;
--> statement-breakpoint
INSERT INTO "order_history" ("order_id", "state", "actor", "lines", "at")
  SELECT returns.order_id, 'return_rejected', 'merchant',
    CASE WHEN sum(line.quantity) < (SELECT sum(unit.quantity) FROM "order_units" AS unit
      WHERE unit.order_id = returns.order_id AND unit.state <> 'cancelled')
    THEN jsonb_agg(jsonb_build_object('position', line.position, 'quantity', line.quantity) ORDER BY line.position) END,
    returns.closed_at
  FROM "returns" JOIN "return_lines" AS line ON line.return_id = returns.id
  WHERE line.accepted = false AND line.resellable = false
  GROUP BY returns.id ORDER BY returns.closed_at;
--> statement-breakpoint
-- The orders' states, as `deriveState` derives them. `inspected` are returned units for which nothing is left to do.
UPDATE "orders" SET "state" = (
    SELECT unit.state FROM "order_units" AS unit WHERE unit.order_id = orders.id ORDER BY array_position(
      array['return_requested', 'return_approved', 'return_picked', 'returned', 'pending_payment', 'expired', 'placed', 'packed',
        'out_for_pickup', 'shipped', 'out_for_delivery', 'rto', 'returned_to_seller', 'delivered', 'refunded', 'inspected',
        'return_rejected', 'cancelled'],
      CASE WHEN unit.state = 'returned' AND unit.inspected_at IS NOT NULL THEN 'inspected' ELSE unit.state END) LIMIT 1)
  WHERE "state" = 'returned';
