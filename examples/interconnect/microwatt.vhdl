-- SPDX-License-Identifier: Apache-2.0
--
-- dut - Microwatt's Wishbone arbiter and its memory in block RAM, for buses.v
--
-- Purpose     is the third-party slave of buses.v. A second master, with priority, reads a
--             word every 32 clocks, so that the arbiter stalls the first one.
-- Interface   Wishbone, pipelined; ports as in dut.vh.
-- Domain      clk.
-- Reset       rst_n, synchronous.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

library work;
use work.wishbone_types.all;

entity dut is
    port (
        clk   : in std_ulogic;
        rst_n : in std_ulogic;
        sel   : in std_ulogic;
        go    : in std_ulogic;
        we    : in std_ulogic;
        adr   : in std_ulogic_vector(15 downto 0);
        wdata : in std_ulogic_vector(31 downto 0);
        ready : out std_ulogic;
        error : out std_ulogic;
        stall : out std_ulogic
        );
end entity dut;

architecture behaviour of dut is
    signal rst         : std_ulogic;
    signal clocks      : unsigned(4 downto 0);
    signal masters     : wishbone_master_out_vector(0 to 1);
    signal answers     : wishbone_slave_out_vector(0 to 1);
    signal to_memory   : wishbone_master_out;
    signal from_memory : wishbone_slave_out;
begin
    rst <= not rst_n;

    masters(0) <= (adr => (others => '0'), dat => (others => '0'), sel => (others => '1'),
                   cyc => clocks(4) and clocks(3), stb => clocks ?= 25, we => '0');
    masters(1) <= (adr => (12 downto 0 => adr(15 downto 3), others => '0'), dat => wdata & wdata,
                   sel => (others => '1'), cyc => sel, stb => go, we => we);

    arbiter: entity work.wishbone_arbiter
        generic map (NUM_MASTERS => 2)
        port map (clk => clk, rst => rst, wb_masters_in => masters, wb_masters_out => answers,
                  wb_slave_out => to_memory, wb_slave_in => from_memory);

    memory: entity work.wishbone_bram_wrapper
        generic map (MEMORY_SIZE => 4096, RAM_INIT_FILE => "/dev/null")
        port map (clk => clk, rst => rst, wishbone_in => to_memory, wishbone_out => from_memory);

    ready <= answers(1).ack;
    stall <= answers(1).stall;
    error <= '0';

    process (clk)
    begin
        if rising_edge(clk) then
            clocks <= (others => '0') when rst else clocks + 1;
        end if;
    end process;
end architecture behaviour;
