import { SERVICE_PORTS, signInSettings } from '@leakwatch/contracts';
import { consoleAddressSettings, coreSettings, setting } from '@leakwatch/platform';
import { z } from 'zod';

/** What a process of the gateway is configured by. */
export const gatewaySettings = z.object({
  ...coreSettings.shape,
  ...consoleAddressSettings.shape,
  ...signInSettings.shape,
  TRUSTED_PROXIES: setting.networks
    .optional()
    .describe(
      'Proxies in front of the gateway, addresses or networks with commas: the client’s address is taken from their `X-Forwarded-For`',
    ),
  SUPPORT_CONTACT: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Contact for people who cannot sign in: an e-mail, a number or an address, shown as it is given'),
  ADMIN_URL: setting.serviceAddress('admin', SERVICE_PORTS.admin),
  TASKS_URL: setting.serviceAddress('tasks', SERVICE_PORTS.tasks),
  CRAWLER_URL: setting.serviceAddress('crawler', SERVICE_PORTS.crawler),
  EVENTS_URL: setting.serviceAddress('events', SERVICE_PORTS.events),
  REPORTS_URL: setting.serviceAddress('reports', SERVICE_PORTS.reports),
});
export type GatewaySettings = z.output<typeof gatewaySettings>;
