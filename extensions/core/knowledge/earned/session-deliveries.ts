/** Lessons and deliveries as a session has them: what works on them is loaded when it is first asked. */

import type { Deliveries, DeliveriesNeeds } from "./deliveries.ts";

export const openSessionDeliveries = (needs: DeliveriesNeeds): Deliveries => {
  const opened = async (): Promise<Deliveries> => (await import("./open-deliveries.ts")).openDeliveries(needs);
  return {
    lessons: async (query) => (await opened()).lessons(query),
    stage: async (request) => (await opened()).stage(request),
    prepare: async (request) => (await opened()).prepare(request),
    accept: async (request) => (await opened()).accept(request),
    observe: async (request) => (await opened()).observe(request),
    exported: async () => (await opened()).exported(),
    imported: async (text) => (await opened()).imported(text),
    repair: async () => (await opened()).repair(),
  };
};
