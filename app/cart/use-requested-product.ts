import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Product } from '../catalogue/contract.ts';
import { isNamed } from '../catalogue/product/size-picker.tsx';
import { notify } from '../foundation/ui/notices.ts';
import * as urls from '../urls.ts';
import { addToCart } from './cart-actions.ts';
import { deletedMessage, sizeMessage } from './rules.ts';

/**
 * Removes the query of `/cart?piece=…&size=…&quantity=…`, so that a reload adds nothing, and adds the product to the cart
 * once. Shows a notice instead if the product is not sold or a size is missing. A product form submits to this URL until its
 * script has loaded.
 */
export function useRequestedProduct(requested: Product | null): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const handledQuery = useRef<string>(undefined);
  const query = params.toString();

  useEffect(() => {
    if (!params.has('piece') || handledQuery.current === query) return;
    handledQuery.current = query;
    void navigate(urls.cart, { replace: true, preventScrollReset: true });
    if (requested) addRequested(requested, params);
    else notify(deletedMessage);
  }, [requested, params, query, navigate]);
}

function addRequested(requested: Product, params: URLSearchParams) {
  const [only] = requested.sizes;
  const size = only && !isNamed(only) ? only.id : params.get('size');
  const quantity = Math.max(1, Math.trunc(Number(params.get('quantity'))) || 1);
  if (!size) return notify(sizeMessage, { label: requested.productName, to: requested.url });
  void addToCart(requested, size, quantity);
}
