/** Where the tool server is, and where clients learn how to sign in to it. */

export const TOOL_PATH = '/mcp';

export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

export const SERVER_METADATA = '/.well-known/oauth-authorization-server';
