/**
 * A local stand-in for Shiprocket with the endpoints that the shop needs, and with Shiprocket's peculiarities:
 * - failures with status 200 and 500, success with 204 and no body
 * - numbers as strings, and tokens that expire
 * - a filter that matches prefixes, and a second order under the same number
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { ShiprocketAccount } from '../../app/foundation/config/accounts.server.ts';
import { listenLocally } from '../fixtures/listen.ts';

type Order = {
  id: number;
  shipmentId: number;
  number: string;
  isReturn: boolean;
  body: Record<string, unknown>;
  status: string;
  awb: string | null;
  pickups: number;
};
/** The kind of failure of the next request to a path. */
type FailureKind =
  /** The request takes effect, but its response is lost. */
  | 'lose'
  /** The request has no effect and no response. */
  | 'hang'
  | { status: number; body?: unknown; headers?: Record<string, string> };
type StubResponse = { status?: number; body?: unknown };

const Login = z.object({ email: z.string(), password: z.string() });
const Numbered = z.looseObject({ order_id: z.string() });
const OfShipment = z.object({ shipment_id: z.coerce.number() });
const OfShipments = z.object({ shipment_id: z.array(z.coerce.number()) });
const OfAwbs = z.object({ awbs: z.array(z.string()) });
const OfIds = z.object({ ids: z.array(z.number()) });

export async function openShiprocket() {
  const orders: Order[] = [];
  const requests: string[] = [];
  const failures: { path: string; failure: FailureKind }[] = [];
  const tokens = new Set<string>();
  const scansOf = new Map<string, unknown[]>();
  let logins = 0;

  const byShipment = (id: number) => orders.find(({ shipmentId }) => shipmentId === id);

  function createOrder(body: unknown, isReturn: boolean): StubResponse {
    const { order_id: number, ...rest } = Numbered.parse(body);
    if (!isReturn && rest.pickup_location !== 'Jaipur workshop')
      return { body: { message: 'Wrong Pickup location entered.', data: { data: [] } } };
    const id = 16_161_600 + orders.length;
    const shipmentId = 15_151_500 + orders.length;
    orders.push({ id, shipmentId, number, isReturn, body: rest, status: 'NEW', awb: null, pickups: 0 });
    const [status, status_code] = isReturn ? ['RETURN PENDING', 21] : ['NEW', 1];
    // Shiprocket sends one id as a number and the other id as a string.
    return { body: { order_id: id, shipment_id: String(shipmentId), status, status_code, awb_code: null } };
  }

  function respondTo(path: string, url: URL, body: unknown): StubResponse {
    switch (path) {
      case '/orders/create/adhoc':
        return createOrder(body, false);
      case '/orders/create/return':
        return createOrder(body, true);
      case '/orders': {
        const filter = url.searchParams.get('filter') ?? '';
        const found = orders.filter(({ number }) => number.startsWith(filter)).toReversed();
        const data = found.map(({ id, number, status, shipmentId, awb }) => ({
          id: String(id),
          channel_order_id: number,
          status,
          shipments: [{ id: shipmentId, awb: awb ?? '', courier: awb ? 'Delhivery' : '' }],
        }));
        return { body: { data, meta: { pagination: { total: data.length } } } };
      }
      case '/courier/assign/awb': {
        const order = byShipment(OfShipment.parse(body).shipment_id);
        if (!order)
          return { status: 422, body: { message: 'The given data was invalid.', status_code: 422 } };
        if (order.awb) return { status: 400, body: { message: 'AWB is already assigned', status_code: 400 } };
        order.awb = String(788_830_567_000 + orders.indexOf(order));
        const data = { awb_code: order.awb, courier_name: 'Delhivery', courier_company_id: '10' };
        return { body: { awb_assign_status: 1, response: { data } } };
      }
      case '/courier/generate/pickup': {
        const order = byShipment(OfShipments.parse(body).shipment_id[0] ?? 0);
        if (!order) return { status: 404, body: { message: 'Not found', status_code: 404 } };
        order.pickups++;
        if (order.pickups > 1)
          return { status: 500, body: { message: 'Duplicate request', status_code: 500 } };
        return { body: { pickup_status: 1, response: { pickup_scheduled_date: '2026-11-22 10:00:00' } } };
      }
      case '/courier/generate/label':
        return { body: { label_created: '1', label_url: 'https://labels.example/1.pdf', not_created: [] } };
      case '/orders/cancel/shipment/awbs': {
        const { awbs } = OfAwbs.parse(body);
        for (const order of orders) if (order.awb && awbs.includes(order.awb)) order.awb = null;
        return { body: { message: 'Bulk Shipment cancellation is in progress.' } };
      }
      case '/orders/cancel': {
        const order = orders.find(({ id }) => OfIds.parse(body).ids.includes(id));
        if (!order) return { status: 500, body: { message: 'Trying to get property of non-object' } };
        order.status = 'CANCELED';
        return { status: 204 };
      }
      case '/settings/company/pickup': {
        const address = {
          ...{ pickup_location: 'Jaipur workshop', name: 'Tanabana', address: '7, Weavers’ Lane' },
          ...{ city: 'Jaipur', state: 'Rajasthan', country: 'India', pin_code: 302001 },
          ...{ email: 'hello@tanabana.example', phone: '9829011111' },
        };
        return { body: { data: { shipping_address: [{ ...address, pickup_location: 'Other' }, address] } } };
      }
    }
    if (path.startsWith('/courier/track/awb/')) {
      const scans = scansOf.get(path.slice('/courier/track/awb/'.length));
      if (!scans)
        return { body: { tracking_data: { track_status: 0, error: 'Aahh! There is no activities found.' } } };
      const edd = '2026-11-27 20:00:00';
      const reported = { track_status: 1, shipment_status: 18, shipment_track: [{ edd }], etd: '' };
      return { body: { tracking_data: { ...reported, shipment_track_activities: scans } } };
    }
    return { status: 404, body: { message: 'Not found' } };
  }

  function authenticate(path: string, url: URL, body: unknown, authorization = ''): StubResponse {
    if (path === '/auth/login') {
      logins++;
      if (Login.parse(body).password !== account.password)
        return { status: 403, body: { message: 'Wrong email or password.', status_code: 403 } };
      const token = `token-${logins}`;
      tokens.add(token);
      return { body: { token, email: account.email } };
    }
    if (!tokens.has(authorization.replace('Bearer ', '')))
      return { status: 401, body: { message: 'Token has expired', status_code: 401 } };
    return respondTo(path, url, body);
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://stub');
    const path = url.pathname.replace('/v1/external', '');
    const sent = await text(request);
    requests.push(`${request.method} ${path}`);
    const at = failures.findIndex((one) => path.startsWith(one.path));
    const failure = at < 0 ? undefined : failures.splice(at, 1)[0]?.failure;
    if (failure === 'hang') return;
    const body: unknown = sent === '' ? undefined : JSON.parse(sent);
    const result =
      failure === undefined || failure === 'lose'
        ? authenticate(path, url, body, request.headers.authorization)
        : failure;
    if (failure === 'lose') return void response.destroy();
    const headers = typeof failure === 'object' ? failure.headers : {};
    response.writeHead(result.status ?? 200, headers);
    response.end(result.body === undefined ? '' : JSON.stringify(result.body));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    });
  });
  const port = await listenLocally(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const account: ShiprocketAccount = {
    email: 'api@tanabana.example',
    password: 'the API user’s password',
    pickup: 'Jaipur workshop',
    webhookToken: 'a new webhook token, an old webhook token',
    url: `http://127.0.0.1:${port}/v1/external`,
  };
  return {
    account,
    orders,
    requests,
    countLogins: () => logins,
    /** Rejects all tokens that were issued so far. */
    expireTokens: () => tokens.clear(),
    /** Makes the next request fail if its path starts with `path`. */
    failNext: (path: string, failure: FailureKind) => failures.push({ path, failure }),
    /** Sets the scans that tracking returns for an AWB number. */
    setScans: (awb: string, scans: unknown[]) => scansOf.set(awb, scans),
  };
}
