import { expect, it } from 'vitest';
import type { Dashboard } from './contract.ts';
import { barsOf, chart } from './sales-chart.tsx';
import { todosOf } from './todo.ts';

const nothing = { count: 0, examples: [] };
const quiet: Dashboard = {
  day: '2026-11-21',
  toPack: nothing,
  awaitingPickup: nothing,
  returnsToDecide: nothing,
  toInspect: nothing,
  messages: { ...nothing, since: null },
  waitingReviewCount: 0,
  cashOutstanding: { count: 0, amount: 0 },
  manualRefundCount: 0,
  failedWebhookCount: 0,
  failedEmailCount: 0,
  lastBackup: { madeAt: null, madeBy: null, isTooOld: false },
  missingDetails: [],
  storesWithoutAddress: [],
  stitchedQuestion: null,
  refusedShipmentCount: 0,
  lowStockCount: 3,
  soldOutCount: 1,
  lowStock: [],
  latest: [],
  sales: [],
  prepaidPercent: null,
  returnedPercent: null,
  bestSellers: [],
};

it('a quiet day has nothing to do [F-143]', () => {
  expect(todosOf(quiet)).toEqual([]);
});

it('each thing leads to its list, in the singular and the plural [F-143]', () => {
  const busy = { ...quiet, toPack: { count: 5, examples: ['TB1', 'TB2', 'TB3'] }, failedEmailCount: 1 };
  expect(todosOf(busy)).toMatchObject([
    {
      count: 5,
      title: 'Orders to pack',
      detail: 'Orders TB1, TB2, TB3 …',
      to: '/admin/orders?state=placed&sort=placed',
    },
    { count: 1, title: 'Email that could not be sent', to: '/admin?show=stuck' },
  ]);
});

it('details that the owner has not written are asked for, where they are written', () => {
  const missingDetails = ['registered name', 'grievance officer'];
  expect(todosOf({ ...quiet, missingDetails, storesWithoutAddress: ['Jaipur'] })).toMatchObject([
    {
      count: 2,
      title: 'Shop details are missing',
      detail: expect.stringMatching(/do not show them yet: registered name, grievance officer$/),
      to: '/admin/content/contact',
    },
    { count: 1, title: 'Store without an address', detail: 'Jaipur', to: '/admin/content/stores' },
  ]);
});

it('a backup that is too old is a task that names its time and its maker', () => {
  const lastBackup = { madeAt: '2026-11-11T21:45:00Z', madeBy: 'deploy@server', isTooOld: true };
  expect(todosOf({ ...quiet, lastBackup })).toMatchObject([
    {
      count: 1,
      title: 'Backup is due',
      detail: expect.stringMatching(/^The last backup was made on 12 Nov.* by deploy@server$/),
      to: '/admin/content/rules',
    },
  ]);
  expect(todosOf({ ...quiet, lastBackup: { ...lastBackup, isTooOld: false } })).toEqual([]);
});

it('the best day is as high as the chart, and a day without sales has no bar [F-142]', () => {
  const [none, best, least] = barsOf([0, 41_300, 10]);
  expect(none?.height).toBe(0);
  expect(best).toMatchObject({ y: 0, height: chart.height });
  expect(least?.height).toBe(1.5);
  expect(barsOf([0, 0]).map(({ height }) => height)).toEqual([0, 0]);
});
