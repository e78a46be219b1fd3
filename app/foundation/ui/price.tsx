import { formatRupees } from '../money.ts';

type PriceProps = {
  rupees: number;
  /** The maximum retail price (MRP) in rupees. It is displayed only if it is higher than the price. */
  mrp?: number | null;
};

export function Price({ rupees, mrp }: PriceProps) {
  return (
    <>
      <span className="price">{formatRupees(rupees)}</span>
      {mrp != null && mrp > rupees && (
        <>
          {' '}
          <s className="mrp num">
            <span className="sr">MRP </span>
            {formatRupees(mrp)}
          </s>
        </>
      )}
    </>
  );
}
