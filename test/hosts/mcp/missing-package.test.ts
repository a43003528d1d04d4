import { expect, test, vi } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { openMcpWorld } from "./mcp-world.ts";

vi.mock("@modelcontextprotocol/server", () => {
  throw new Error("Cannot find package");
});

test("where the protocol's package was left out, it is named with what to do", async () => {
  verifies("mcp.optional");
  const { connect } = await import("../../../extensions/hosts/mcp/protocol.ts");
  const { served } = await openMcpWorld();
  await expect(connect(served)).rejects.toMatchObject({
    code: "package_missing",
    message: expect.stringContaining("@modelcontextprotocol/server"),
    hint: expect.stringContaining("Install it"),
  });
});
