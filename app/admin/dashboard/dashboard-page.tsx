import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { noonInIndia } from '../../foundation/clock.ts';
import { longDay } from '../../foundation/indian-dates.ts';
import { formatRupees } from '../../foundation/money.ts';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { dashboardQuery } from '../admin-api.ts';
import './dashboard.css';
import { photoUrl } from '../../foundation/files/image-widths.ts';
import type { OrderRow } from '../../orders/for-staff/contract.ts';
import { stateLabels } from '../../orders/rules.ts';
import { WhenReady } from '../layout/loading.tsx';
import { formatAge } from '../layout/numbers.ts';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import { useMe } from '../sign-in/me.ts';
import type { Dashboard } from './contract.ts';
import { FailedItemList } from './failed-item-list.tsx';
import { SalesChart } from './sales-chart.tsx';
import { StitchedQuestion } from './stitched-question.tsx';
import { describeBackup, stockLists, todosOf } from './todo.ts';

export const meta = () => adminMeta('Dashboard');

/**
 * Screen with the tasks and the sales. With `?show=stuck`, lists the emails and webhook events that failed after the last retry.
 */
export default function DashboardPage() {
  const [search] = useSearchParams();
  const query = useAdminQuery(dashboardQuery);
  // Until the role of the signed-in staff member is known, assume an owner, so that the links for owners are displayed at once.
  const isOwner = useMe().data?.role !== 'staff';
  if (search.get('show') === 'stuck')
    return (
      <Screen title="Failed emails and messages" back={{ to: urls.admin, text: 'Dashboard' }}>
        <FailedItemList />
      </Screen>
    );
  const dashboard = query.data;
  const pendingCount = dashboard && countPending(dashboard);
  return (
    <Screen
      word="आज"
      title={dashboard ? longDay.format(noonInIndia(dashboard.day)) : 'Dashboard'}
      end={pendingCount !== undefined && <span className="soft">{pendingLabel(pendingCount)}</span>}
    >
      <WhenReady query={query}>
        {(loaded) => (
          <div className="two-columns">
            <div className="min-w-0">
              {loaded.stitchedQuestion && <StitchedQuestion categories={loaded.stitchedQuestion} />}
              <Todos dashboard={loaded} isOwner={isOwner} />
              <LatestOrders rows={loaded.latest} />
            </div>
            <div className="min-w-0">
              <SalesChart dashboard={loaded} />
              <RunningOut dashboard={loaded} />
              <BestSellers dashboard={loaded} />
            </div>
          </div>
        )}
      </WhenReady>
    </Screen>
  );
}

/** Counts the open tasks, including the question about stitched categories. */
function countPending(dashboard: Dashboard): number {
  const question = dashboard.stitchedQuestion ? 1 : 0;
  return todosOf(dashboard, { isOwner: true }).reduce((sum, { count }) => sum + count, question);
}

function pendingLabel(count: number): string {
  if (count === 0) return 'Nothing to do';
  return count === 1 ? '1 task' : `${count} tasks`;
}

function Todos({ dashboard, isOwner }: { dashboard: Dashboard; isOwner: boolean }) {
  const todos = todosOf(dashboard, { isOwner });
  return (
    <section>
      <h2>To do</h2>
      {countPending(dashboard) === 0 && <p className="soft">Nothing is waiting for you. Have some tea.</p>}
      <ul className="todo">
        {todos.map((todo) => (
          <li key={todo.title}>
            <span className="n madder">{todo.count}</span>
            <span>
              <b>{todo.title}</b>
              {todo.detail && (
                <>
                  <br />
                  <span className="soft wrap-anywhere">{todo.detail}</span>
                </>
              )}
            </span>
            {todo.to && (
              <Link className="btn quiet small" to={todo.to}>
                {todo.buttonLabel}
                <span className="sr"> {todo.title}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <CashOutstanding {...dashboard.cashOutstanding} />
      {!dashboard.lastBackup.isTooOld && (
        <p className="soft mt-4 wrap-anywhere">{describeBackup(dashboard.lastBackup)}.</p>
      )}
    </section>
  );
}

/** Shows the cash that couriers still have to collect. This is information, not a task. */
function CashOutstanding({ count, amount }: Dashboard['cashOutstanding']) {
  if (count === 0) return null;
  return (
    <p className="mt-4">
      {formatRupees(amount)} of cash on delivery is still to be collected for{' '}
      <Link className="link" to={`${urls.adminOrders}?waits=cash`}>
        {count === 1 ? 'one order' : `${count} orders`}
      </Link>
      .
    </p>
  );
}

function RunningOut({ dashboard: { lowStock, lowStockCount, soldOutCount } }: { dashboard: Dashboard }) {
  if (lowStock.length === 0) return null;
  return (
    <section>
      <h2>Low stock</h2>
      <table className="tab">
        <caption className="sr">Products with low stock</caption>
        <tbody>
          {lowStock.map(({ id, name, file, left }) => (
            <ProductRow key={id} id={id} name={name} image={file}>
              <td className={left === 0 ? 'r madder strong' : 'r'}>{left === 0 ? 'sold out' : left}</td>
            </ProductRow>
          ))}
        </tbody>
      </table>
      <p className="actions">
        {lowStockCount > 0 && (
          <Link className="link tap" to={stockLists.low}>
            All {lowStockCount} products with low stock
          </Link>
        )}
        {soldOutCount > 0 && (
          <Link className="link tap" to={stockLists.out}>
            All {soldOutCount} sold-out products
          </Link>
        )}
      </p>
    </section>
  );
}

function BestSellers({ dashboard: { bestSellers } }: { dashboard: Dashboard }) {
  if (bestSellers.length === 0) return null;
  return (
    <section>
      <h2>Best sellers</h2>
      <table className="tab">
        <caption className="sr">Best sellers of the last 30 days</caption>
        <tbody>
          {bestSellers.map(({ id, name, image, sold, total }) => (
            <ProductRow key={id} id={id} name={name} image={image} detail={`${sold} sold`}>
              <td className="r">{formatRupees(total)}</td>
            </ProductRow>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { id: string; name: string; image: string | null; detail?: string; children: ReactNode };

/** Table row with a product's image and name. `children` is the last cell. */
function ProductRow({ id, name, image, detail, children }: RowProps) {
  return (
    <tr>
      <td className="w-[46px]">
        {image && <img src={photoUrl(image, 160)} width={36} height={48} alt="" loading="lazy" />}
      </td>
      <td>
        <Link className="link" to={`${urls.adminProducts}/${encodeURIComponent(id)}`}>
          {name}
        </Link>
        {detail && (
          <>
            <br />
            <span className="soft">{detail}</span>
          </>
        )}
      </td>
      {children}
    </tr>
  );
}

const columns = [
  { head: 'Order' },
  { head: 'Customer', className: 'desktop-only' },
  { head: 'Payment', className: 'desktop-only' },
  { head: 'Total', className: 'r' },
  { head: 'State' },
  { head: 'Time since order', className: 'r desktop-only' },
];

/** Table of the latest orders. Phones show only some columns. */
function LatestOrders({ rows }: { rows: readonly OrderRow[] }) {
  if (rows.length === 0) return null;
  const now = new Date();
  return (
    <section>
      <h2>Orders</h2>
      <table className="tab">
        <caption className="sr">Latest orders</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ head, className }) => (
              <th key={head} scope="col" className={className}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="w-[46px]">
                {row.image && (
                  <img src={photoUrl(row.image, 160)} width={36} height={48} alt="" loading="lazy" />
                )}
              </td>
              <td>
                <Link className="link" to={`${urls.adminOrders}/${row.id}`}>
                  {row.number}
                </Link>
              </td>
              <td className="desktop-only">
                {row.name}
                <br />
                <span className="soft">{row.firstProduct}</span>
              </td>
              <td className="desktop-only">{row.paymentMethod === 'COD' ? 'COD' : 'Paid online'}</td>
              <td className="r">{formatRupees(row.total)}</td>
              <td>{stateLabels[row.state]}</td>
              <td className="r soft desktop-only">{formatAge(row.at, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Link className="link tap" to={urls.adminOrders}>
        All orders
      </Link>
    </section>
  );
}
