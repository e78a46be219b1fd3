import type { PastOrder } from './seed-orders.server.ts';

/**
 * The past orders of the demo's customers, oldest first. Meera has an order whose return period is over, a cancelled order, an
 * order that can be returned, and a packed order, which waits for the pretend courier. Ananya has a delivered order and a packed
 * order. Sofia has no orders.
 */
export const pastOrders: readonly PastOrder[] = [
  {
    email: 'meera@example.in',
    method: 'COD',
    lines: [{ proId: 'TB-COR-002', size: 'L' }],
    daysAgo: 50,
    steps: [
      { state: 'packed', daysAgo: 49 },
      { state: 'out_for_pickup', daysAgo: 48.8 },
      { state: 'shipped', daysAgo: 48.6 },
      { state: 'out_for_delivery', daysAgo: 43.3 },
      { state: 'delivered', daysAgo: 43 },
    ],
  },
  {
    email: 'meera@example.in',
    method: 'Online',
    lines: [{ proId: 'TB-SAR-004' }],
    daysAgo: 19.4,
    steps: [{ state: 'cancelled', daysAgo: 19.1 }],
  },
  {
    email: 'ananya@example.in',
    method: 'Online',
    lines: [{ proId: 'TB-SAR-003' }, { proId: 'TB-DUP-005' }],
    daysAgo: 12,
    steps: [
      { state: 'packed', daysAgo: 11 },
      { state: 'shipped', daysAgo: 10.6 },
      { state: 'delivered', daysAgo: 6.2 },
    ],
  },
  {
    email: 'meera@example.in',
    method: 'COD',
    lines: [{ proId: 'TB-SUT-006', size: 'M' }],
    daysAgo: 10,
    steps: [
      { state: 'packed', daysAgo: 9 },
      { state: 'out_for_pickup', daysAgo: 8.9 },
      { state: 'shipped', daysAgo: 8.7 },
      { state: 'out_for_delivery', daysAgo: 3.3 },
      { state: 'delivered', daysAgo: 3 },
    ],
  },
  {
    email: 'meera@example.in',
    method: 'Online',
    lines: [{ proId: 'TB-SAR-005' }, { proId: 'TB-STO-001', quantity: 2 }],
    daysAgo: 2,
    steps: [{ state: 'packed', daysAgo: 1 }],
  },
  {
    email: 'ananya@example.in',
    method: 'COD',
    lines: [{ proId: 'TB-DUP-003' }],
    daysAgo: 1.5,
    steps: [{ state: 'packed', daysAgo: 0.5 }],
  },
];
