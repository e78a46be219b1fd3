import { type Ref, startTransition, useEffect, useImperativeHandle, useState } from 'react';
import { useLocation } from 'react-router';
import { Dialog } from '../../foundation/ui/dialog.tsx';
import { formatCount } from '../../foundation/ui/format-count.ts';
import { IconButton } from '../../foundation/ui/icon.tsx';
import { Link } from '../../foundation/ui/link.tsx';
import type { Facet, Filters } from '../contract.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterForm } from './filter-form.tsx';
import { withoutFilters } from './filters.ts';
import { ListingStatus } from './listing-status.tsx';

/**
 * Class names of the status text. While the listing loads, only screen readers get the text, because the panel's button shows the
 * same.
 */
const inPanel = { loading: 'sr', failed: 'order-first col-span-2' };

type FilterPanelProps = {
  facets: readonly Facet[];
  filters: Filters;
  hiddenFields: Readonly<Record<string, string>>;
  search: string;
  total: number;
  /** True while the listing loads after a change of the filters. */
  isLoading: boolean;
  /** True if the last request for the listing failed. */
  failed: boolean;
  /** Called when the button that shows the listing is pressed. Not called when the panel is closed in another way. */
  onShow: () => void;
};

export type PanelHandle = { open: () => void };

/**
 * Filters on narrow screens. The open state is in this component, so that opening the panel does not render the listing again.
 */
export function FilterPanel({ ref, ...props }: FilterPanelProps & { ref: Ref<PanelHandle> }) {
  const [isOpen, setOpen] = useState(false);
  useImperativeHandle(ref, () => ({ open: () => setOpen(true) }), []);
  return isOpen && <OpenPanel {...props} onClose={() => setOpen(false)} />;
}

type OpenPanelProps = FilterPanelProps & { onClose: () => void };

function OpenPanel(props: OpenPanelProps) {
  const { facets, filters, hiddenFields, search, total, isLoading, failed, onClose, onShow } = props;
  const { pathname } = useLocation();
  // Open the panel at once. Render the hundred checkboxes while the panel slides in.
  const [hasOpened, setHasOpened] = useState(false);

  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setHasOpened(true)));
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <Dialog className="panel overscroll-contain" aria-label="Filters" closedby="any" onClose={onClose}>
      <header>
        <b>Filters</b>
        <IconButton icon="x" label="Close" onClick={onClose} />
      </header>
      <div className="body">
        {hasOpened && (
          <>
            <FilterChips facets={facets} filters={filters} search={search} className="pb-2" />
            <FilterForm id="panel-filters" facets={facets} filters={filters} hiddenFields={hiddenFields} />
          </>
        )}
      </div>
      <footer>
        <Link
          className="btn quiet px-3 whitespace-nowrap"
          to={{ pathname, search: withoutFilters(new URLSearchParams(search)) }}
          preventScrollReset
        >
          Clear All
        </Link>
        <button
          type="button"
          className="btn"
          onClick={({ currentTarget }) => {
            // Close the panel before navigating: closing returns the focus, which may scroll the page.
            currentTarget.closest('dialog')?.close();
            onShow();
          }}
        >
          {isLoading ? 'Loading products...' : `Show ${formatCount(total, 'piece')}`}
        </button>
        <ListingStatus isLoading={isLoading} failed={failed} total={total} classNames={inPanel} />
      </footer>
    </Dialog>
  );
}
