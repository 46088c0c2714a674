/** An answer of something that stands before a service. */
export interface Page {
  readonly id: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Where it is documented. */
  readonly source: string;
}

const html = (text: string) =>
  `<html>\r\n<head><title>${text}</title></head>\r\n<body>\r\n<center><h1>${text}</h1></center>\r\n</body>\r\n</html>\r\n`;
const NGINX = { 'content-type': 'text/html', server: 'nginx' };
const NGINX_SOURCE = 'nginx, src/http/ngx_http_special_response.c';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const KONG = { ...JSON_TYPE, server: 'kong/3.9.1' };
const ENVOY = { 'content-type': 'text/plain', server: 'envoy' };
const AWS_SOURCE = 'Amazon API Gateway, developer guide, "Gateway response types"';

const nginx = (status: number, text: string, headers: Page['headers'] = {}): Page => ({
  id: `nginx-${status}${'retry-after' in headers ? '-retry' : ''}`,
  status,
  headers: { ...NGINX, ...headers },
  body: html(`${status} ${text}`),
  source: NGINX_SOURCE,
});

const json = (id: string, status: number, body: object, headers: Page['headers'], source: string): Page => ({
  id,
  status,
  headers,
  body: JSON.stringify(body),
  source,
});

/** What gateways, load balancers, firewalls and login proxies answer themselves. */
export const PAGES: readonly Page[] = [
  nginx(403, 'Forbidden'),
  nginx(500, 'Internal Server Error'),
  nginx(502, 'Bad Gateway'),
  nginx(503, 'Service Temporarily Unavailable'),
  nginx(503, 'Service Temporarily Unavailable', { 'retry-after': '1' }),
  nginx(504, 'Gateway Time-out'),
  nginx(429, 'Too Many Requests', { 'retry-after': '1' }),
  json('kong-404', 404, { message: 'no Route matched with those values' }, KONG, 'Kong/kong issue 9853'),
  json(
    'kong-503',
    503,
    { message: 'failure to get a peer from the ring-balancer' },
    KONG,
    'Kong/kong issue 3518',
  ),
  json('aws-403', 403, { message: 'Forbidden' }, { 'content-type': 'application/json' }, AWS_SOURCE),
  json(
    'aws-504',
    504,
    { message: 'Endpoint request timed out' },
    { 'content-type': 'application/json' },
    AWS_SOURCE,
  ),
  json(
    'starlette-404',
    404,
    { detail: 'Not Found' },
    JSON_TYPE,
    'Starlette and FastAPI, for a path without a route',
  ),
  {
    id: 'envoy-503',
    status: 503,
    headers: ENVOY,
    body: 'no healthy upstream',
    source: 'Envoy, response flag UH',
  },
  {
    id: 'empty-502',
    status: 502,
    headers: {},
    body: '',
    source: 'RFC 9110, 15.6.3: a failure may have no content',
  },
  {
    id: 'empty-200',
    status: 200,
    headers: {},
    body: '',
    source: 'a load balancer with a default backend of no content',
  },
  {
    id: 'login-302',
    status: 302,
    headers: { 'content-type': 'text/html', location: '/oauth2/start?rd=%2F' },
    body: '<a href="/oauth2/start?rd=%2F">Found</a>.\n',
    source: 'oauth2-proxy, docs, "Endpoints"',
  },
  {
    id: 'login-200',
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><title>Sign in</title><form method="post"></form>',
    source: 'RFC 8952: a captive portal answers in place of the server',
  },
];
