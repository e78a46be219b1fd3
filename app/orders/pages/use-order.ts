import { useEffect, useMemo, useState } from 'react';
import { refreshCustomerData, setCustomerData, useCustomerQuery } from '../../customers/customer-query.ts';
import type { QueryResult } from '../../foundation/browser/queries.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import type { Order, OrderChanged } from '../contract.ts';
import { orderQuery } from '../orders-api.ts';
import { refetchOrders } from './order-list.ts';

/** Refresh interval in milliseconds, shorter than the hour for which the invoice's URL is valid. */
const refreshMs = 30 * 60 * 1000;

export type OrderMutation = {
  busy: boolean;
  /** Error message of the last attempt. */
  message: string | undefined;
  /** Success message of the last change, as returned by the API. */
  notice: string | undefined;
  /** Sends a change. Resolves to true if the change succeeded. Never rejects. */
  send: (request: () => Promise<OrderChanged>) => Promise<boolean>;
};

/**
 * Loads one of the customer's orders. `data` is null if there is no such order. `change` sends changes of the order.
 * Reloads the order every {@link refreshMs} and after each `send`, even if the change failed.
 */
export function useOrder(
  proId: string,
  orderId: string | null,
): QueryResult<Order | null> & { change: OrderMutation } {
  const query = useMemo(() => orderQuery(proId, orderId), [proId, orderId]);
  const state = useCustomerQuery(query);
  const { isPending, failure, attempt } = useSubmit();
  const [notice, setNotice] = useState<string>();

  useEffect(() => {
    const timer = setInterval(() => void refreshCustomerData(query), refreshMs);
    return () => clearInterval(timer);
  }, [query]);

  async function send(request: () => Promise<OrderChanged>): Promise<boolean> {
    const done = await attempt(async () => {
      const { order, message } = await request();
      await setCustomerData(query, () => order);
      setNotice(message);
      return true;
    });
    // Refresh after a failure too, because the displayed order may be out of date.
    void refetchOrders();
    void refreshCustomerData(query);
    return done === true;
  }
  return { ...state, change: { busy: isPending, message: failure?.message, notice, send } };
}
