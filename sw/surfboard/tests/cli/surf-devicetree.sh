# SPDX-License-Identifier: Apache-2.0
# Compiles the overlays of examples/linux without a warning and applies them to small device trees:
# the node has the address, the size and the interrupt of the overlay.
base() { # LABEL CELLS
	echo "/dts-v1/; / { #address-cells = <1>; #size-cells = <1>; compatible = \"base\";
		$1: interrupt-controller { interrupt-controller; #interrupt-cells = <$2>; };
		soc: soc { #address-cells = <1>; #size-cells = <1>; ranges; compatible = \"simple-bus\"; };
	};" | dtc -q -@ -I dts -O dtb -o "$1.dtb" -
}
base intc 3
base intc0 1
apply() { # OVERLAY LABEL NODE
	local node=$3
	dtc -@ -I dts -O dtb -o "$1.dtbo" "$TOP/examples/linux/$1.dtso" || return
	fdtoverlay -i "$2.dtb" -o "$1.dtb" "$1.dtbo" || return
	fdtget "$1.dtb" "$node" compatible "$node" linux,uio-name
	fdtget -t x "$1.dtb" "$node" reg "$node" interrupts
	[ "$(fdtget -t x "$1.dtb" "$node" interrupt-parent)" = \
		"$(fdtget -t x "$1.dtb" /interrupt-controller phandle)" ] && echo 'interrupt of the controller'
}
apply zynq intc /monitor@43c00000
apply litex intc0 /soc/monitor@30000000

#> generic-uio
#> tallyboard
#> 43c00000 40000
#> 0 1d 4
#> interrupt of the controller
#> generic-uio
#> tallyboard
#> 30000000 40000
#> 4
#> interrupt of the controller
