import { useEffect, useMemo, useState } from 'react';
import {
  type CustomerData,
  refreshCustomerData,
  setCustomerData,
  useCustomerQuery,
} from '../../customers/customer-query.ts';
import { useSingleRequest } from '../../customers/use-single-request.ts';
import type { Order, OrderChanged } from '../contract.ts';
import { orderQuery } from '../orders-api.ts';
import { refetchOrders } from './order-list.ts';

/** The invoice's address ends after an hour: it is asked for anew in time, in milliseconds. */
const rhythm = 30 * 60 * 1000;

export type OrderMutation = {
  busy: boolean;
  /** Why the last try failed. */
  message: string | undefined;
  /** What came of the last change, in the shop's words. */
  notice: string | undefined;
  /** True when it succeeded. Never rejects. */
  send: (request: () => Promise<OrderChanged>) => Promise<boolean>;
};

/** One of the shopper's orders, `null` where there is none, and how it is changed. */
export function useOrder(
  proId: string,
  orderId: string | null,
): CustomerData<Order | null> & { change: OrderMutation } {
  const query = useMemo(() => orderQuery(proId, orderId), [proId, orderId]);
  const own = useCustomerQuery(query);
  const { busy, message, run } = useSingleRequest();
  const [notice, setNotice] = useState<string>();

  useEffect(() => {
    const asking = setInterval(() => void refreshCustomerData(query), rhythm);
    return () => clearInterval(asking);
  }, [query]);

  async function send(ask: () => Promise<OrderChanged>): Promise<boolean> {
    const done = await run(async () => {
      const { order, message } = await ask();
      await setCustomerData(query, () => order);
      setNotice(message);
    });
    // S-ODT-19, S-ODT-20, S-API-42; a refusal too says that the order is not as it is shown.
    void refetchOrders();
    void refreshCustomerData(query);
    return done;
  }
  return { ...own, change: { busy, message, notice, send } };
}
