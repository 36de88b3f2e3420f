import { useEffect, useLayoutEffect } from "react";

/** An effect before the browser paints; on a server, where React warns of those, one that never runs. */
export const useCommitEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
