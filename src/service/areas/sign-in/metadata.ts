/** What clients read before they sign in: who protects the tools, and where to go. Source: AUTH-23, RFC 8414, RFC 9728 */
import { TOOL_PATH } from '../../exchange/tool-path.ts';
import { OAUTH } from './paths.ts';

export const SCOPES = ['read', 'write'] as const;

/** How a client signs in: the metadata that it reads before and when it registers. */
export const FLOW = {
  responses: ['code'],
  grants: ['authorization_code', 'refresh_token'],
  authentication: 'none',
} as const;

export const resourceOf = (origin: string): string => `${origin}${TOOL_PATH}`;

export const resourceMetadata = (origin: string): Record<string, unknown> => ({
  resource: resourceOf(origin),
  authorization_servers: [origin],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
});

export const serverMetadata = (origin: string): Record<string, unknown> => ({
  issuer: origin,
  authorization_endpoint: `${origin}${OAUTH.authorize}`,
  token_endpoint: `${origin}${OAUTH.token}`,
  registration_endpoint: `${origin}${OAUTH.register}`,
  revocation_endpoint: `${origin}${OAUTH.revoke}`,
  response_types_supported: FLOW.responses,
  grant_types_supported: FLOW.grants,
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: [FLOW.authentication],
  revocation_endpoint_auth_methods_supported: [FLOW.authentication],
  authorization_response_iss_parameter_supported: true,
  scopes_supported: SCOPES,
});
