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

it('each open task has a title in the singular or plural, and links to its list [F-143]', () => {
  const busy = { ...quiet, toPack: { count: 5, examples: ['TB1', 'TB2', 'TB3'] }, failedEmailCount: 1 };
  const detail = 'Orders TB1, TB2, TB3 …';
  expect(todosOf(quiet, owner)).toEqual([]);
  expect(todosOf(busy, owner)).toMatchObject([
    { count: 5, title: 'Orders to pack', detail, to: '/admin/orders?state=placed&sort=placed' },
    { count: 1, title: 'Email that could not be sent', to: '/admin?show=stuck' },
  ]);
});

it('missing shop details are a task that links to their form', () => {
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

it('a backup that is too old is a task that names its time and the user who made it', () => {
  const lastBackup = { madeAt: '2026-11-11T21:45:00Z', madeBy: 'deploy@server', isTooOld: true };
  const detail = expect.stringMatching(/^The last backup was made on 12 Nov.* by deploy@server$/);
  const task = { count: 1, title: 'Backup is due', detail, to: '/admin/content/rules' };
  expect(todosOf({ ...quiet, lastBackup }, owner)).toMatchObject([task]);
  expect(todosOf({ ...quiet, lastBackup: { ...lastBackup, isTooOld: false } }, owner)).toEqual([]);
});

it('a task that only owners can do has no link for other staff, and asks them to contact an owner', () => {
  const lastBackup = { madeAt: null, madeBy: null, isTooOld: true };
  const missingDetails = ['registered name'];
  const dashboard = { ...quiet, lastBackup, missingDetails, storesWithoutAddress: ['Jaipur'] };
  const tasks = todosOf(dashboard, { isOwner: false });
  expect(tasks.map(({ detail, to }) => [detail, to])).toEqual([
    ['No backup has been made yet. Please ask an owner to make a backup.', undefined],
    [expect.stringMatching(/: registered name\. Please ask an owner to fill them in\.$/), undefined],
    ['Jaipur', '/admin/content/stores'],
  ]);
});

it('the sales chart has its highest bar for the best day, and no bar for a day without sales [F-142]', () => {
  const [none, best, least] = barsOf([0, 41_300, 10]);
  expect(none?.height).toBe(0);
  expect(best).toMatchObject({ y: 0, height: chart.height });
  expect(least?.height).toBe(1.5);
  expect(barsOf([0, 0]).map(({ height }) => height)).toEqual([0, 0]);
});
