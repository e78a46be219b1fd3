import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Product } from '../catalogue/contract.ts';
import { isNamed } from '../catalogue/product/size-picker.tsx';
import { notify } from '../foundation/ui/notices.ts';
import { addToCart } from './cart-actions.ts';
import { deletedMessage, sizeMessage } from './rules.ts';

/**
 * Puts the piece of `/cart?piece=…&size=…&quantity=…` into the cart, once: that is where the form of a piece leads
 * while its script is still on the way. The address then is the plain one, so that nothing is added on a reload.
 */
export function useRequestedProduct(requested: Product | null): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const taken = useRef<string>(undefined);
  const query = params.toString();

  useEffect(() => {
    if (!params.has('piece') || taken.current === query) return;
    taken.current = query;
    void navigate('/cart', { replace: true, preventScrollReset: true });
    if (requested) take(requested, params);
    else notify(deletedMessage);
  }, [requested, params, query, navigate]);
}

function take(requested: Product, params: URLSearchParams) {
  const [only] = requested.sizes;
  const size = only && !isNamed(only) ? only.id : params.get('size');
  const quantity = Math.max(1, Math.trunc(Number(params.get('quantity'))) || 1);
  if (!size) return notify(sizeMessage, { label: requested.productName, to: requested.url });
  void addToCart(requested, size, quantity);
}
