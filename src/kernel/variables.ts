/** The environment variables of svc. The current name comes first; an older one is read only when all names before it are unset. */

/** Source: design §5, ASM-37, VRS-09 */
export const VARIABLES = {
  apiKey: ['SVC_API_KEY', 'SERVICE_API_KEY', 'LEGACY_SVC_API_KEY'],
  baseUrl: ['SVC_BASE_URL', 'SERVICE_API_URL', 'LEGACY_SVC_BASE_URL'],
  mcpUrl: ['SVC_MCP_URL', 'LEGACY_SVC_MCP_URL'],
  context: ['SVC_CONTEXT'],
  profile: ['SVC_PROFILE'],
  timezone: ['SVC_TIMEZONE'],
  dateOrder: ['SVC_DATE_ORDER'],
  output: ['SVC_OUTPUT'],
  cacert: ['SVC_CACERT'],
} as const satisfies Record<string, readonly string[]>;

/** What `svc local exec` gives a program besides. */
export const LOCAL_VARIABLES = {
  /** Data folder of the service that `svc local` commands mean. */
  dataDir: 'SVC_DATA_DIR',
  controlKey: 'SVC_CONTROL_KEY',
} as const;
