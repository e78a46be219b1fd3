import { expect, it } from 'vitest';
import type { Dashboard } from './contract.ts';
import { barsOf, chart } from './sales-chart.tsx';
import { todosOf } from './todo.ts';

const owner = { isOwner: true };
const nothing = { count: 0, examples: [] };
const quiet: Dashboard = {
  ...{ day: '2026-11-21', toPack: nothing, awaitingPickup: nothing, returnsToDecide: nothing },
  ...{ toInspect: nothing, messages: { ...nothing, since: null }, waitingReviewCount: 0 },
  ...{ cashOutstanding: { count: 0, amount: 0 }, manualRefundCount: 0, refusedShipmentCount: 0 },
  ...{ failedWebhookCount: 0, failedEmailCount: 0, stitchedQuestion: null },
  lastBackup: { madeAt: null, madeBy: null, isTooOld: false },
  ...{ missingDetails: [], storesWithoutAddress: [] },
  ...{ lowStockCount: 3, soldOutCount: 1, lowStock: [], latest: [], sales: [], bestSellers: [] },
  ...{ prepaidPercent: null, returnedPercent: null },
};

it('lists no task if nothing is open [F-143]', () => {
  expect(todosOf(quiet, owner)).toEqual([]);
});

it('links each task to its list, with a singular or plural title [F-143]', () => {
  const busy = { ...quiet, toPack: { count: 5, examples: ['TB1', 'TB2', 'TB3'] }, failedEmailCount: 1 };
  expect(todosOf(busy, owner)).toMatchObject([
    {
      count: 5,
      title: 'Orders to pack',
      detail: 'Orders TB1, TB2, TB3 …',
      to: '/admin/orders?state=placed&sort=placed',
    },
    { count: 1, title: 'Email that could not be sent', to: '/admin?show=stuck' },
  ]);
});

it('lists a task for missing shop details, with a link to their form', () => {
  const missingDetails = ['registered name', 'grievance officer'];
  expect(todosOf({ ...quiet, missingDetails, storesWithoutAddress: ['Jaipur'] }, owner)).toMatchObject([
    {
      count: 2,
      title: 'Shop details are missing',
      detail: expect.stringMatching(/do not show them yet: registered name, grievance officer$/),
      to: '/admin/content/contact',
    },
    { count: 1, title: 'Store without an address', detail: 'Jaipur', to: '/admin/content/stores' },
  ]);
});

it('lists a backup that is too old, with its time and the user who made it', () => {
  const lastBackup = { madeAt: '2026-11-11T21:45:00Z', madeBy: 'deploy@server', isTooOld: true };
  expect(todosOf({ ...quiet, lastBackup }, owner)).toMatchObject([
    {
      count: 1,
      title: 'Backup is due',
      detail: expect.stringMatching(/^The last backup was made on 12 Nov.* by deploy@server$/),
      to: '/admin/content/rules',
    },
  ]);
  expect(todosOf({ ...quiet, lastBackup: { ...lastBackup, isTooOld: false } }, owner)).toEqual([]);
});

it('asks staff to contact an owner, without a button, if only an owner can do a task', () => {
  const lastBackup = { madeAt: null, madeBy: null, isTooOld: true };
  const missingDetails = ['registered name'];
  const tasks = todosOf(
    { ...quiet, lastBackup, missingDetails, storesWithoutAddress: ['Jaipur'] },
    { isOwner: false },
  );
  expect(tasks.map(({ detail, to }) => [detail, to])).toEqual([
    ['No backup has been made yet. Please ask an owner to make a backup.', undefined],
    [expect.stringMatching(/: registered name\. Please ask an owner to fill them in\.$/), undefined],
    ['Jaipur', '/admin/content/stores'],
  ]);
});

it('draws the best day as high as the chart, and no bar for a day without sales [F-142]', () => {
  const [none, best, least] = barsOf([0, 41_300, 10]);
  expect(none?.height).toBe(0);
  expect(best).toMatchObject({ y: 0, height: chart.height });
  expect(least?.height).toBe(1.5);
  expect(barsOf([0, 0]).map(({ height }) => height)).toEqual([0, 0]);
});
