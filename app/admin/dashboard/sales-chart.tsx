import { formatDateInIndia } from '../../foundation/indian-dates.ts';
import { formatRupees } from '../../foundation/money.ts';
import { formatCount } from '../../foundation/ui/format-count.ts';
import type { Dashboard } from './contract.ts';

/** Sales of the last 30 days as bars, and as a table for screen readers. */
export function SalesChart({ dashboard }: { dashboard: Dashboard }) {
  const { sales, prepaidPercent, returnedPercent } = dashboard;
  const total = sales.reduce((sum, day) => sum + day.total, 0);
  const orders = sales.reduce((sum, day) => sum + day.orders, 0);
  const last = sales.at(-1);
  const figures = [
    { value: formatRupees(last?.total ?? 0), label: `today, ${formatCount(last?.orders ?? 0, 'order')}` },
    { value: formatRupees(total), label: `30 days, ${formatCount(orders, 'order')}` },
    ...(prepaidPercent === null ? [] : [{ value: `${prepaidPercent}%`, label: 'prepaid' }]),
    ...(returnedPercent === null ? [] : [{ value: `${returnedPercent}%`, label: 'returned' }]),
  ];
  return (
    <section>
      <h2>Last 30 days</h2>
      <SalesBars sales={sales} />
      <SalesTable sales={sales} />
      <dl className="key-figures">
        {figures.map(({ value, label }) => (
          <div key={label}>
            <dd>{value}</dd>
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
    </section>
  );
}

export const chart = { width: 300, height: 72 };

const gap = 2;

/** Returns a bar for each number. The greatest number has a bar as high as the chart. The bar of 0 has no height. */
export function barsOf(numbers: readonly number[]) {
  const greatest = Math.max(...numbers, 0);
  const step = chart.width / Math.max(1, numbers.length);
  return numbers.map((number, index) => {
    const height = number <= 0 || greatest === 0 ? 0 : Math.max(1.5, (number / greatest) * chart.height);
    return { x: index * step, y: chart.height - height, width: step - gap, height };
  });
}

type SalesProps = { sales: Dashboard['sales'] };

function SalesBars({ sales }: SalesProps) {
  const bars = barsOf(sales.map(({ total }) => total));
  return (
    <svg className="spark" viewBox={`0 0 ${chart.width} ${chart.height}`} aria-hidden="true">
      {bars.map((bar, index) => (
        <rect key={sales[index]?.day} {...bar} className={index === bars.length - 1 ? 'last' : undefined}>
          <title>{`${formatDateInIndia(sales[index]?.day ?? '')}: ${formatRupees(sales[index]?.total ?? 0)}`}</title>
        </rect>
      ))}
    </svg>
  );
}

function SalesTable({ sales }: SalesProps) {
  return (
    <table className="sr">
      <caption>Sales of the last 30 days</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Orders</th>
          <th scope="col">Sales</th>
        </tr>
      </thead>
      <tbody>
        {sales.map((day) => (
          <tr key={day.day}>
            <th scope="row">{formatDateInIndia(day.day)}</th>
            <td>{day.orders}</td>
            <td>{formatRupees(day.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
