import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The map of all screens is 1.5 kB; asking for parts of it page by page would cost more requests than it saves.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
