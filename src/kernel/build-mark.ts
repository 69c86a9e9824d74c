/** The file of dist/ that tells builds apart. Written by build/mark.ts, read by world/installation.ts. */

export const BUILD_MARK = 'build-mark';
