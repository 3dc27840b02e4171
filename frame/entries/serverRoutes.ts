/** Parts of an app's own routes and tokens, beside calls and endpoints: sign-in, validation, refusals, entries, keys. */

export { createRequestActivity, type Note } from '../server/activity/requestActivity.ts';
export { getPublicOrigin } from '../server/base/publicOrigin.ts';
export { deriveKey, signText } from '../server/base/secrets.ts';
export { authenticate, requireReauthentication } from '../server/http/authenticate.ts';
export { logRequestError } from '../server/http/replies.ts';
export { describeReply, errorReplySchema } from '../server/http/routeSchemas.ts';
export { createSecretLimit } from '../server/http/secretAddressLimit.ts';
export { rejectUndeclaredFields, rejectUnknownParameters } from '../server/http/unknownNames.ts';
export { parseOrReject, parseSchema, toFieldErrors } from '../server/http/validate.ts';
export { isInKeyScope } from '../server/records/query/keyScope.ts';
