import { useEffect, useMemo, useState } from 'react';
import { refreshCustomerData, setCustomerData, useCustomerQuery } from '../../customers/customer-query.ts';
import type { OrderChanged } from '../contract.ts';
import { orderQuery } from '../orders-api.ts';
import { refetchOrders } from './order-list.ts';

/** Refresh interval in milliseconds. Shorter than an hour, because the invoice's URL is valid for an hour. */
const refreshMs = 30 * 60 * 1000;

export type OrderMutation = {
  /** Success message that the API returned for the last change. */
  notice: string | undefined;
  /** Waits for the response to a change, and shows the changed order. Rejects with `RequestFailed` if `response` does. */
  send: (response: Promise<OrderChanged>) => Promise<void>;
};

/**
 * Hook that loads one of the customer's orders. `data` is null if the order does not exist. `change` sends changes of the order.
 * Reloads the order every {@link refreshMs} and after each `send`, even if the change failed.
 */
export function useOrder(proId: string, orderId: string | null) {
  const query = useMemo(() => orderQuery(proId, orderId), [proId, orderId]);
  const state = useCustomerQuery(query);
  const [notice, setNotice] = useState<string>();

  useEffect(() => {
    const timer = setInterval(() => void refreshCustomerData(query), refreshMs);
    return () => clearInterval(timer);
  }, [query]);

  async function send(response: Promise<OrderChanged>): Promise<void> {
    try {
      const { order, message } = await response;
      await setCustomerData(query, () => order);
      setNotice(message);
    } finally {
      // Refresh after a failed change too, because the displayed order may be out of date.
      void refetchOrders();
      void refreshCustomerData(query);
    }
  }
  return { ...state, change: { notice, send } };
}
